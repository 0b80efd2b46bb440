//go:build race

package main

// The race detector makes everything ten times slower: the large inputs are smaller then.
const raceFactor = 20
