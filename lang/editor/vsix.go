package editor

import (
	"archive/zip"
	"fmt"
	"io"
	"io/fs"
)

// VSIX writes the extension for VS Code as the one file that `code --install-extension` takes: a zip archive with the folder and
// what the Open Packaging Conventions ask for.
func VSIX(w io.Writer) error {
	z := zip.NewWriter(w)
	write := func(name string, text []byte) error {
		f, err := z.Create(name)
		if err == nil {
			_, err = f.Write(text)
		}
		return err
	}
	for name, text := range map[string]string{"extension.vsixmanifest": manifest, "[Content_Types].xml": contentTypes} {
		if err := write(name, []byte(text)); err != nil {
			return fmt.Errorf("the extension for VS Code: %w", err)
		}
	}
	err := fs.WalkDir(VSCode(), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(VSCode(), path)
		if err != nil {
			return err
		}
		return write("extension/"+path, text)
	})
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		return fmt.Errorf("the extension for VS Code: %w", err)
	}
	return nil
}

const contentTypes = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".json" ContentType="application/json"/><Default Extension=".md" ContentType="text/markdown"/><Default Extension=".vsixmanifest" ContentType="text/xml"/></Types>
`

const manifest = `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="hyp" Version="` + version + `" Publisher="hyp-lang"/>
    <DisplayName>hyp</DisplayName>
    <Description xml:space="preserve">Colours hyp studies and the cells of hyp notebooks.</Description>
    <Categories>Programming Languages</Categories>
    <Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value="^1.60.0"/></Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets><Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/></Assets>
</PackageManifest>
`
