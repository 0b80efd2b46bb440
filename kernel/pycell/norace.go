//go:build !race

package pycell

const shadowed = false
