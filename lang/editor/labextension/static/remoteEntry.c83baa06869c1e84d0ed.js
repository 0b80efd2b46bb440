// A module federation container for JupyterLab 4 and Notebook 7, written by hand: it takes what it needs of CodeMirror from the
// application, so that no bundler and no copy of a library stand behind it.
(() => {
  'use strict';

  // The tokens of hyp for CodeMirror's StreamLanguage: studies, queries and magics. What is behind %%python and the like stays plain.
  // Words of clauses are no reserved words, so a word is coloured by where it stands: in a statement that has it, and not between
  // the brackets of a claim.
  const words = {"statements":["dataset","var","context","family","hyp"],"claims":["assoc","diff","interact","heterogeneity"],"claimWords":["by","rest","vs"],"clauses":{"context":["label"],"dataset":["by","catalog","dates","decimal","delimiter","encoding","from","holdout","key","label","missing","seed","split","thousands","weights"],"family":["alpha","label","method"],"hyp":["because","claim","contradicts","controlling","crosses","decide","deepens","expect","extends","floor","for","holdout","narrows","needs","on","prior","revises","rival","train","under","using","weights","where"],"var":["high","label","levels","means","measured","missing","module","range","ref","unit"]},"values":{"decide":["bf","coverage","e","effect","n","p","q"],"expect":["amplify","attenuate","negative","nonzero","null","positive","reverse","uniform","varies"],"floor":["beta","d","eta2","md","odds","r","rd","rr"],"method":["alpha_investing","bh","bonferroni","by","elond","holm","lord","saffron"],"using":["anova","kruskal","logit","mannwhitney","ols","ols_cluster","ols_hc3","pearson","spearman","welch","wls"]},"types":["binary","categorical","count","id","nominal","numeric","ordinal","text","time"],"functions":["abs","exp","if","log","max","min","sqrt"],"expression":["and","or","not","in","is","missing","true","false"],"query":{"verbs":["find","lineage","path","paths","explain"],"clauses":["find","where","order","by","limit","offset","as","and","or","not","in","is","missing","similar","to","above","asc","desc","true","false","explain","lineage","of","up","down","via","depth","path","paths","from"],"functions":["count","min","max","mean","median","sum","similarity"],"formats":["table","graph","json","csv","ids"],"kinds":["insight","hypothesis","variable","context","dataset","round","execution","rejection","test"],"relations":["deepens","extends","narrows","revises","crosses","contradicts","relates","outcome","exposure","control","moderator","groups","about","variable_of","within","uses","tests","found_in","proposed_in","executes","yields","rejects","records","during"]}};
  
  const isIdent = /^[\p{L}_][\p{L}\p{M}\p{Nd}_]*/u;
  const number = /^(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?/i;
  const sign = /^(?:->|\.\.|==|!=|<>|<=|>=|[=<>+\-*/~|])/;
  
  const startState = () => ({ cell: '', fresh: true, statement: '', depth: 0, claim: false, head: '', before: '', line: '' });
  
  // A string or a name in backquotes ends on its line.
  function quoted(stream, quote) {
    for (let c; (c = stream.next()) !== undefined; ) {
      if (c === '\\' && quote !== '`') stream.next();
      else if (c === quote && !(quote === '`' && stream.eat('`'))) return;
    }
  }
  
  function token(stream, state) {
    if (stream.sol()) {
      const line = stream.match(/^\s*(%%?)([\w-]*)/, false);
      if (line && state.cell !== 'foreign') {
        if (line[1] === '%') {
          stream.match(/^\s*%[\w-]*/);
          state.line = line[2].toLowerCase() === 'query' ? 'query' : 'magic';
          return 'meta';
        }
        if (state.fresh) {
          stream.skipToEnd();
          const name = line[2].toLowerCase();
          state.cell = name === 'hyp' ? 'study' : name === 'query' ? 'query' : 'foreign';
          return 'meta';
        }
      }
      state.line = '';
    }
    if (state.cell === 'foreign') {
      stream.skipToEnd();
      return null;
    }
    if (stream.eatSpace()) return null;
    if (state.line === 'magic') {
      if (stream.match(/^--?[\w-]+/)) return 'attributeName';
      if (stream.match(/^(["'])(?:\\.|(?!\1).)*\1?/)) return 'string';
      if (stream.match(isIdent)) return null;
      stream.next();
      return null;
    }
    const c = stream.peek();
    if (c === '#') {
      stream.skipToEnd();
      return 'comment';
    }
    const before = state.before;
    if (c === '"' || c === "'" || c === '`') {
      stream.next();
      quoted(stream, c);
      state.fresh = false;
      state.before = c;
      return c === '`' ? 'variableName' : 'string';
    }
    if (stream.match(number)) {
      state.before = '0';
      return 'number';
    }
    const word = stream.match(isIdent);
    if (word) {
      const lower = word[0].toLowerCase();
      if (state.fresh && !state.cell) state.cell = words.query.verbs.includes(lower) ? 'query' : 'study';
      state.fresh = false;
      state.before = lower;
      return state.cell === 'query' || state.line === 'query' ? inQuery(stream, state, lower, before) : inStudy(stream, state, lower, before);
    }
    const s = stream.match(sign);
    if (s) {
      state.before = s[0];
      return 'operator';
    }
    state.before = stream.next();
    if (state.before === '(') state.depth++;
    else if (state.before === ')') {
      state.depth = Math.max(0, state.depth - 1);
      if (state.depth === 0) state.claim = false;
    } else if (state.before === '@') return stream.match(isIdent) || stream.match(/^(["'`])(?:\\.|(?!\1).)*\1?/) ? 'atom' : null;
    return null;
  }
  
  const follows = (stream, what) => stream.match(what, false);
  
  function inStudy(stream, state, word, before) {
    const { statements, claims, clauses, values, types, expression, functions, claimWords } = words;
    if (claims.includes(word) && follows(stream, /^\s*\(/)) {
      Object.assign(state, { statement: 'hyp', claim: true, depth: 0, head: '' });
      return 'keyword';
    }
    if (statements.includes(word) && (state.depth === 0 || state.statement === '')) {
      Object.assign(state, { statement: word, claim: false, depth: 0, head: word });
      return 'keyword';
    }
    if (before === state.head && statements.includes(before)) {
      state.head = '';
      return 'variableName.definition';
    }
    if (state.statement === '') return word === 'syntax' ? 'keyword' : 'variableName';
    if (state.claim) {
      return claimWords.includes(word) && before !== '(' && (word !== 'by' || follows(stream, /^\s*=/)) ? 'keyword' : 'variableName';
    }
    if (expression.includes(word)) {
      if (word === 'true' || word === 'false') return 'atom';
      if (word !== 'missing' || before === 'is' || before === 'not') {
        if (state.head !== 'decide' || word !== 'and') state.head = '';
        return 'operatorKeyword';
      }
    }
    if (values[state.head] && (before === state.head || before === 'and')) {
      const known = values[state.head].includes(word);
      if (state.head !== 'decide') state.head = '';
      if (known) return 'atom';
    }
    if (functions.includes(word) && follows(stream, /^\s*\(/)) return 'variableName.standard';
    const waits = [',', '=', '==', '<', '>', '<=', '>=', '!=', '<>', '+', '-', '*', '/', '(', 'for', 'where', 'key', 'not', 'is', 'in'].includes(before);
    if (clauses[state.statement].includes(word) && (!waits || follows(stream, /^\s*=\s*[\p{L}_`]/u) && before === ',')) {
      if (state.head !== 'decide' || !['on', 'train', 'holdout'].includes(word)) state.head = word;
      return 'keyword';
    }
    if (state.statement === 'var' && types.includes(word) && !waits) return 'variableName.standard';
    return 'variableName';
  }
  
  function inQuery(stream, state, word, before) {
    const { clauses, functions, formats, kinds, relations } = words.query;
    if (before === '.') return 'variableName.special';
    if ((before === ':' || before === 'is') && kinds.includes(word)) return 'variableName.standard';
    if (before === 'as' && formats.includes(word)) return 'atom';
    if (functions.includes(word) && follows(stream, /^\s*\(/)) return 'variableName.standard';
    if (follows(stream, /^\s*\./)) return 'variableName';
    if (word === 'true' || word === 'false') return 'atom';
    if (relations.includes(word) && before !== 'find' && before !== ',') return 'operatorKeyword';
    if (clauses.includes(word)) return 'keyword';
    return 'variableName';
  }
  
  const mode = {
    name: 'hyp',
    startState,
    token,
    languageData: {
      commentTokens: { line: '#' },
      closeBrackets: { brackets: ['(', '[', '"', "'", '`'] },
      wordChars: '_'
    }
  };

  const name = "hyp-jupyterlab";
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
