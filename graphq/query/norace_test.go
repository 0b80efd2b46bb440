//go:build !race

package query_test

import "time"

const speedLimit = 500 * time.Millisecond
