"""Makes the small model in tiny/ and the vectors that the tests expect of it and of the real one.

    python tiny.py REAL_MODEL_FOLDER

The small model has random weights (numpy's PCG64, seed 1), so that its files are free of anyone's rights. The vectors are
those of sentence-transformers; its version stands in what this prints.
"""
import json, pathlib, sys
import numpy as np, torch, transformers, sentence_transformers
from safetensors.numpy import save_file
from sentence_transformers.sentence_transformer import modules

here = pathlib.Path(__file__).parent
TEXTS = [
    "Higher income goes with more trust.",
    "does schooling go with trust, and for whom?",
    "body_mass_g differs between Adelie and Gentoo (species): Cohen's d -2.9, p < 1e-50, n = 274",
    "",
    "naïve café Ærø ÅNGSTRÖM ﬁne İstanbul",
    "收入 and 信任 trust",
    "trust " * 300,
    "x" * 120 + " trust",
    "emoji 🙂 and tab\tand\u00a0blank\u200band $5+6=11",
]

def vectors(folder, texts):
    m = sentence_transformers.SentenceTransformer(str(folder), device="cpu")
    m.max_seq_length = 256
    return [[float(f"{x:.7g}") for x in v] for v in m.encode(texts, normalize_embeddings=True)]

def tiny():
    folder = here / "tiny"
    folder.mkdir(exist_ok=True)
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "trust", "income", "school", "##ing", "##s", "go", "goes", "with", "higher",
             "more", "does", "and", "for", "whom", "?", ".", ",", "cafe", "naive", "收", "入", "信", "任", "i", "##st", "##an", "##bul",
             "$", "5", "+", "6", "=", "11", "e", "##mo", "##ji", "tab", "blank", "x", "##x", "fine", "ﬁne"]
    (folder / "vocab.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    c = dict(architectures=["BertModel"], model_type="bert", hidden_act="gelu", hidden_size=8, intermediate_size=12, num_attention_heads=2,
             num_hidden_layers=2, max_position_embeddings=256, vocab_size=len(words), type_vocab_size=2, layer_norm_eps=1e-12, pad_token_id=0)
    (folder / "config.json").write_text(json.dumps(c, indent=1))
    r = np.random.default_rng(1)
    model = transformers.BertModel(transformers.BertConfig(**c))
    save_file({k: r.normal(0, .5, tuple(v.shape)).astype("float32") for k, v in model.state_dict().items()
               if "pooler" not in k and "position_ids" not in k}, folder / "model.safetensors", metadata={"format": "pt"})
    return folder

def as_sentence_transformer(folder, out):
    t = transformers.BertTokenizer(str(folder / "vocab.txt"), do_lower_case=True)
    m = transformers.BertModel.from_pretrained(str(folder), add_pooling_layer=False)
    m.save_pretrained(out); t.save_pretrained(out)
    w = modules.Transformer(str(out), max_seq_length=256)
    return sentence_transformers.SentenceTransformer(
        modules=[w, modules.Pooling(w.get_embedding_dimension(), "mean"), modules.Normalize()], device="cpu")

if __name__ == "__main__":
    import tempfile
    source = f"sentence-transformers {sentence_transformers.__version__}, transformers {transformers.__version__}, torch {torch.__version__}"
    folder = tiny()
    m = as_sentence_transformer(folder, pathlib.Path(tempfile.mkdtemp()))
    small = [[float(f"{x:.7g}") for x in v] for v in m.encode(TEXTS)]
    (here / "tiny.json").write_text(json.dumps(dict(source=source, texts=TEXTS, vectors=small), ensure_ascii=False) + "\n")
    real = vectors(sys.argv[1], TEXTS)
    (here / "all-MiniLM-L6-v2.json").write_text(json.dumps(dict(source=source, texts=TEXTS, vectors=real), ensure_ascii=False) + "\n")
    print(source)
