// An OpenAI-compatible server of one small model on llama.cpp, for the tests:
//
//     node llama.mjs NODE_MODULES MODEL.gguf
//
// It prints its address when it is ready, and ends with its standard input. It answers one request after another, takes a GBNF grammar in the
// field "grammar" as llama.cpp's own server does and a schema in "response_format", and knows neither streaming nor tools. One thread: on a busy
// machine two wait for each other.
import http from "node:http";
import path from "node:path";
import {createRequire} from "node:module";
import {pathToFileURL} from "node:url";

const [modules, file] = process.argv.slice(2);
const entry = createRequire(path.join(path.resolve(modules), "package.json")).resolve("node-llama-cpp");
const {getLlama, LlamaChatSession, LlamaGrammar, LlamaLogLevel} = await import(pathToFileURL(entry));

const llama = await getLlama({gpu: false, build: "never", logLevel: LlamaLogLevel.error});
const model = await llama.loadModel({modelPath: path.resolve(file)});
const context = await model.createContext({contextSize: 4096, threads: 1});
const sequence = context.getSequence();

const grammars = new Map();
async function grammarOf(body) {
    const schema = body.response_format?.json_schema?.schema;
    const key = body.grammar ?? (schema && JSON.stringify(schema));
    if (key && !grammars.has(key)) {
        grammars.set(key, body.grammar ? new LlamaGrammar(llama, {grammar: body.grammar}) : await llama.createGrammarForJsonSchema(short(schema)));
    }
    return grammars.get(key);
}

// short bounds the texts of a schema: a model of this size does not end them.
function short(schema) {
    if (schema.type === "string") return {...schema, maxLength: 60};
    if (schema.type === "array") return {...schema, maxItems: Math.min(schema.maxItems ?? 4, 4), items: short(schema.items)};
    if (schema.type !== "object") return schema;
    return {...schema, properties: Object.fromEntries(Object.entries(schema.properties).map(([name, s]) => [name, short(s)]))};
}

async function complete(body) {
    const session = new LlamaChatSession({contextSequence: sequence, autoDisposeSequence: false});
    session.setChatHistory(body.messages.slice(0, -1).map((m) =>
        m.role === "assistant" ? {type: "model", response: [m.content]} : {type: m.role, text: m.content}));
    const before = sequence.tokenMeter.getState();
    const {responseText, stopReason} = await session.promptWithMeta(body.messages.at(-1).content, {
        grammar: await grammarOf(body), temperature: body.temperature ?? 0.8, seed: body.seed ?? 1, repeatPenalty: {penalty: 1.1},
        maxTokens: Math.min(body.max_tokens ?? body.max_completion_tokens ?? 200, 200),
    });
    const used = sequence.tokenMeter.diff(before);
    session.dispose();
    return {
        id: "1", object: "chat.completion", model: path.basename(file),
        choices: [{index: 0, message: {role: "assistant", content: responseText}, finish_reason: stopReason === "maxTokens" ? "length" : "stop"}],
        usage: {prompt_tokens: used.usedInputTokens, completion_tokens: used.usedOutputTokens, total_tokens: used.usedInputTokens + used.usedOutputTokens},
    };
}

let queue = Promise.resolve();
const server = http.createServer((request, response) => {
    const send = (status, value) => response.writeHead(status, {"content-type": "application/json"}).end(JSON.stringify(value));
    if (request.url === "/v1/models") return send(200, {object: "list", data: [{id: path.basename(file)}]});
    if (request.url !== "/v1/chat/completions") return send(404, {error: {message: "no such path"}});
    let raw = "";
    request.on("data", (part) => raw += part);
    request.on("end", () => {
        queue = queue.then(async () => {
            try {
                send(200, await complete(JSON.parse(raw)));
            } catch (error) {
                send(400, {error: {message: String(error)}});
            }
        });
    });
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/v1`));
process.stdin.on("end", () => process.exit(0)).resume();
