// Reads {"grammar", "accept", "reject"} as JSON and tries the texts with llama.cpp's own grammar parser and matcher, which
// node-llama-cpp carries; prints what went wrong, a line each. No model is needed. Run it from a folder with the package.
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {pathToFileURL} from "node:url";

const require = createRequire(process.cwd() + "/");
const {getLlama, LlamaGrammar} = await import(pathToFileURL(require.resolve("node-llama-cpp")));
const llama = await getLlama({build: "never", gpu: false, progressLogs: false, logLevel: "error"});
const test = JSON.parse(readFileSync(process.argv[2], "utf8"));
const grammar = new LlamaGrammar(llama, {grammar: test.grammar});
const accepts = (text) => grammar._testText(text);
for (const text of test.accept) {
    if (!accepts(text)) console.log("not accepted:", JSON.stringify(text));
}
for (const text of test.reject) {
    if (accepts(text)) console.log("accepted:", JSON.stringify(text));
}
console.log("llama.cpp", llama.llamaCppRelease.release, "tried", test.accept.length, "and", test.reject.length);
process.exit(0);
