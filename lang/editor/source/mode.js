// The tokens of hyp for CodeMirror's StreamLanguage: studies, queries and magics. What is behind %%python and the like stays plain.
// Words of clauses are no reserved words, so a word is coloured by where it stands: in a statement that has it, and not between
// the brackets of a claim.
const words = "@WORDS@";

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
