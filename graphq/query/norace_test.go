//go:build !race

package query_test

import "time"

const speedLimit = 2 * time.Second // 200 ms when nothing else runs
