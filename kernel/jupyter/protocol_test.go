//go:build integration

package jupyter

import "testing"

// TestKernelTest runs jupyter_kernel_test with every test that applies.
func TestKernelTest(t *testing.T) {
	t.Log("\n" + must(t, command(t, folder(t), python, script(t, "kernel_tests.py"))))
}

// TestProbes asserts what jupyter_kernel_test does not ask: order, what answers while a cell runs, subshells, interrupts, hostile
// peers, the end of the parent.
func TestProbes(t *testing.T) {
	t.Log("\n" + must(t, command(t, folder(t), python, script(t, "probes.py"))))
}

// TestInterrupts interrupts surveys and discoveries at random moments: the cell ends as interrupted, and the kernel goes on. How soon is printed.
func TestInterrupts(t *testing.T) {
	for _, cell := range []string{"%survey nlsy79.csv --top 5", "%discover nlsy79.csv --rounds 4"} {
		t.Log("\n" + must(t, command(t, folder(t), python, script(t, "interrupts.py"), ".", cell, "8")))
	}
}

// TestConsole uses the kernel in a terminal.
func TestConsole(t *testing.T) {
	t.Log("\n" + must(t, command(t, folder(t), python, script(t, "console.py"))))
}
