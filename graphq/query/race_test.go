//go:build race

package query_test

import "time"

// The race detector makes everything ten times slower.
const speedLimit = 10 * time.Second
