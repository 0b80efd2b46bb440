//go:build integration

package jupyter

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestLab uses the kernel and the editor's extension as a person does, in JupyterLab in a browser, in a light and a dark theme.
// HYP_SHOTS names a folder that keeps the pictures.
func TestLab(t *testing.T) {
	for _, name := range []string{"HYP_CHROMIUM", "HYP_PLAYWRIGHT"} {
		if os.Getenv(name) == "" {
			t.Fatalf("%s is not set; see the package's doc", name)
		}
	}
	for theme, name := range map[string]string{"light": "JupyterLab Light", "dark": "JupyterLab Dark"} {
		t.Run(theme, func(t *testing.T) {
			dir := folder(t)
			url := lab(t, dir, name)
			args := []string{script(t, "lab.mjs"), url, theme}
			if shots := os.Getenv("HYP_SHOTS"); shots != "" {
				args = append(args, shots)
			}
			t.Log("\n" + must(t, command(t, dir, "node", args...)))
		})
	}
}

// lab starts JupyterLab in a folder, with a theme, and returns its address. A port that was free may be taken when JupyterLab
// comes to bind it: then there is another.
func lab(t *testing.T, dir, theme string) string {
	t.Helper()
	said := ""
	for range 5 {
		var url string
		if url, said = startLab(t, dir, theme); url != "" {
			return url
		}
		if !strings.Contains(said, "already in use") {
			break
		}
	}
	t.Fatalf("JupyterLab does not start:\n%s", said)
	return ""
}

// startLab returns the address of a JupyterLab, or what one said that ended.
func startLab(t *testing.T, dir, theme string) (url, said string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	listener.Close()
	settings := t.TempDir()
	for file, text := range map[string]string{
		"apputils-extension/themes.jupyterlab-settings":       fmt.Sprintf(`{"theme": %q, "adaptive-theme": false}`, theme),
		"apputils-extension/notification.jupyterlab-settings": `{"fetchNews": "false", "checkForUpdates": false}`,
	} {
		path := filepath.Join(settings, "@jupyterlab", file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := command(t, dir, python, "-m", "jupyter", "lab", "--no-browser", "--allow-root", "--ip=127.0.0.1", fmt.Sprintf("--port=%d", port), "--ServerApp.port_retries=0", "--IdentityProvider.token=", "--ServerApp.password=")
	c.Env = append(c.Env, "JUPYTERLAB_SETTINGS_DIR="+settings, "JUPYTERLAB_WORKSPACES_DIR="+t.TempDir())
	log, err := os.Create(filepath.Join(t.TempDir(), "lab.log"))
	if err != nil {
		t.Fatal(err)
	}
	c.Stdout, c.Stderr = log, log
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	t.Cleanup(func() {
		_ = syscall.Kill(c.Process.Pid, syscall.SIGTERM)
		select {
		case <-ended:
		case <-time.After(20 * time.Second):
			_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
		}
		log.Close()
		if t.Failed() {
			text, _ := os.ReadFile(log.Name())
			t.Logf("JupyterLab said:\n%s", text)
		}
	})
	url = fmt.Sprintf("http://127.0.0.1:%d", port)
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		select {
		case err := <-ended:
			ended <- err
			text, _ := os.ReadFile(log.Name())
			return "", fmt.Sprintf("%v\n%s", err, text)
		default:
		}
		r, err := http.Get(url + "/api")
		if err != nil {
			continue
		}
		r.Body.Close()
		select {
		case err := <-ended: // another program answers at its port
			ended <- err
		default:
			return url, ""
		}
	}
	t.Fatal("JupyterLab does not answer")
	return "", ""
}
