// Package jupyter holds no code: its tests run the kernel under the real tools (`go test -tags integration ./kernel/jupyter`), which
// must be there: HYP_JUPYTER_PYTHON is a Python with jupyter_client, jupyter_kernel_test 0.7.0, nbclient, nbconvert, ipykernel and
// JupyterLab; HYP_CHROMIUM is a Chromium, and HYP_PLAYWRIGHT a folder whose node_modules have playwright-core.
package jupyter
