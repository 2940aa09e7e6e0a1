"""Makes bge-m3 and bge-reranker-v2-m3 in small, with random weights: `.venv-bge/bin/python tiny_bge.py FOLDER`.

Two layers of 32 dimensions and a tokenizer of 300 pieces, in the layout in which the real ones are published.
"""

import sys
from pathlib import Path

import torch
from tokenizers import Tokenizer, models, pre_tokenizers, processors, trainers
from transformers import XLMRobertaConfig, XLMRobertaForSequenceClassification, XLMRobertaModel, XLMRobertaTokenizerFast

WIDTH = 32
SPECIAL = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
CORPUS = [
    "we trained the network for 36 hours on two cards",
    "ptarmigans moult in spring and again before the snow",
    "the corpus was read line by line and every line was kept",
    "how long did the training take and when do birds moult",
    "abcdefghijklmnopqrstuvwxyz 0123456789",
]


def tokenizer() -> XLMRobertaTokenizerFast:
    made = Tokenizer(models.Unigram())
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    trainer = trainers.UnigramTrainer(vocab_size=300, special_tokens=SPECIAL, unk_token="<unk>")
    made.train_from_iterator(CORPUS * 50, trainer)
    made.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    names = {"bos": "<s>", "cls": "<s>", "eos": "</s>", "sep": "</s>", "pad": "<pad>", "unk": "<unk>", "mask": "<mask>"}
    tokens = {f"{name}_token": token for name, token in names.items()}
    return XLMRobertaTokenizerFast(tokenizer_object=made, model_max_length=2048, **tokens)


def main() -> None:
    folder = Path(sys.argv[1])
    torch.manual_seed(0)
    pieces = tokenizer()
    config = {
        "vocab_size": len(pieces),
        "hidden_size": WIDTH,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 64,
        "max_position_embeddings": 2050,
        "type_vocab_size": 1,
        "pad_token_id": 1,
        "bos_token_id": 0,
        "eos_token_id": 2,
    }
    m3, reranker = folder / "bge-m3", folder / "bge-reranker-v2-m3"
    XLMRobertaModel(XLMRobertaConfig(**config)).save_pretrained(m3)
    torch.save(torch.nn.Linear(WIDTH, WIDTH).state_dict(), m3 / "colbert_linear.pt")
    torch.save(torch.nn.Linear(WIDTH, 1).state_dict(), m3 / "sparse_linear.pt")
    XLMRobertaForSequenceClassification(XLMRobertaConfig(**config, num_labels=1)).save_pretrained(reranker)
    for path in (m3, reranker):
        pieces.save_pretrained(path)


if __name__ == "__main__":
    main()
