// A module federation container for JupyterLab 4 and Notebook 7, written by hand: it takes what it needs of CodeMirror from the
// application, so that no bundler and no copy of a library stand behind it.
(() => {
  'use strict';

"@MODE@"

  const name = "@NAME@";
  let shared = {};

  const older = (a, b) => {
    const x = a.split(/[.+-]/).map(Number);
    const y = b.split(/[.+-]/).map(Number);
    for (let i = 0; i < 3; i++) if (x[i] !== y[i]) return x[i] < y[i];
    return false;
  };

  // The module that the application shares: the version in use, else the newest, as webpack chooses singletons.
  async function share(module) {
    const versions = shared[module];
    if (!versions) throw new Error(`${name}: the application does not share ${module}`);
    const version = Object.keys(versions).reduce((a, b) => (!versions[a].loaded && older(a, b) ? b : a));
    versions[version].loaded = 1;
    return (await versions[version].get())();
  }

  async function extension() {
    const { IEditorLanguageRegistry } = await share('@jupyterlab/codemirror');
    return {
      id: `${name}:plugin`,
      description: 'Colours hyp studies and the cells of hyp notebooks.',
      autoStart: true,
      requires: [IEditorLanguageRegistry],
      activate: (app, languages) => {
        languages.addLanguage({
          name: 'hyp',
          displayName: 'hyp',
          mime: 'text/x-hyp',
          extensions: ['hyp'],
          load: async () => {
            const { LanguageSupport, StreamLanguage } = await share('@codemirror/language');
            return new LanguageSupport(StreamLanguage.define(mode));
          }
        });
        app.docRegistry.addFileType({
          name: 'hyp',
          displayName: 'hyp study',
          extensions: ['.hyp'],
          mimeTypes: ['text/x-hyp'],
          fileFormat: 'text',
          contentType: 'file'
        });
      }
    };
  }

  window._JUPYTERLAB = window._JUPYTERLAB || {};
  window._JUPYTERLAB[name] = {
    init: scope => {
      shared = scope;
    },
    get: async module => {
      if (module !== './extension') throw new Error(`${name} has no module ${module}`);
      const plugin = await extension();
      return () => ({ __esModule: true, default: plugin });
    }
  };
})();
