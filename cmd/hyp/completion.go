package main

import (
	"github.com/spf13/cobra"
)

func newCompletion(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print a completion script for a shell",
		Example: `  source <(hyp completion bash)
  hyp completion zsh > "${fpath[1]}/_hyp"
  hyp completion fish > ~/.config/fish/completions/hyp.fish
  hyp completion powershell | Out-String | Invoke-Expression`,
		Args:      cobra.MatchAll(one, cobra.OnlyValidArgs),
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
		RunE: func(c *cobra.Command, args []string) error {
			switch root := c.Root(); args[0] {
			case "bash":
				return root.GenBashCompletionV2(e.out, true)
			case "zsh":
				return root.GenZshCompletion(e.out)
			case "fish":
				return root.GenFishCompletion(e.out, true)
			default:
				return root.GenPowerShellCompletionWithDesc(e.out)
			}
		},
	}
}
