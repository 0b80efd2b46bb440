// Package zmtp is the side of ZeroMQ's wire protocol that binds.
package zmtp
