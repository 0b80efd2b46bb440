// Reads {"script", "grammar", "texts"} as JSON and prints, a line each, what CodeMirror's StreamLanguage with the script's mode and
// vscode-textmate with the grammar make of the words of the texts: [text, line, column, word, class, class]. Run it from a folder
// with @codemirror/language, vscode-textmate and vscode-oniguruma.
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {pathToFileURL} from "node:url";

const require = createRequire(process.cwd() + "/");
const {StringStream} = await import(pathToFileURL(require.resolve("@codemirror/language")));
const textmate = require("vscode-textmate");
const oniguruma = require("vscode-oniguruma");
const {script, grammar, texts} = JSON.parse(readFileSync(process.argv[2], "utf8"));

const mode = new Function(script.slice(script.indexOf("const words ="), script.indexOf('const name = "')) + "; return mode;")();
await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
const registry = new textmate.Registry({
    onigLib: Promise.resolve({createOnigScanner: p => new oniguruma.OnigScanner(p), createOnigString: s => new oniguruma.OnigString(s)}),
    loadGrammar: async () => textmate.parseRawGrammar(grammar, "hyp.json")
});
const tm = await registry.loadGrammar("source.hyp");

const ofMode = {keyword: "keyword", operatorKeyword: "keyword", "variableName.definition": "name", atom: "value", "variableName.standard": "builtin",
    "variableName.special": "property", meta: "magic", string: "string", comment: "comment", number: "number"};
const ofScope = [["comment", "comment"], ["string", "string"], ["constant.character", "string"], ["keyword.control.directive", "magic"], ["support.function.claim", "keyword"], ["support.function", "builtin"],
    ["storage.type", "builtin"], ["keyword", "keyword"], ["entity.name", "name"], ["constant.numeric", "number"], ["constant", "value"],
    ["variable.other.property", "property"]];

for (const [n, text] of texts.entries()) {
    const state = mode.startState(2);
    let stack = textmate.INITIAL;
    for (const [row, line] of text.split("\n").entries()) {
        const first = new Array(line.length).fill("plain");
        const second = first.slice();
        const stream = new StringStream(line, 2, 2);
        while (!stream.eol()) {
            stream.start = stream.pos;
            const style = mode.token(stream, state);
            if (stream.pos === stream.start) throw new Error(`no progress at ${JSON.stringify(line.slice(stream.pos))}`);
            first.fill(ofMode[style] ?? "plain", stream.start, stream.pos);
        }
        const read = tm.tokenizeLine(line, stack);
        stack = read.ruleStack;
        for (const t of read.tokens) {
            const scope = t.scopes.at(-1);
            second.fill(ofScope.find(([begin]) => scope.startsWith(begin))?.[1] ?? "plain", t.startIndex, t.endIndex);
        }
        for (const word of line.matchAll(/[\p{L}_][\p{L}\p{M}\p{Nd}_]*/gu)) {
            console.log(JSON.stringify([n, row + 1, word.index, word[0], first[word.index], second[word.index]]));
        }
    }
}
