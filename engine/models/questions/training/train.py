"""Trains the model that rewrites a question as plain questions.

    python3 train.py FOLDER OUT [SECONDS]

FOLDER has masked.tsv (made by hide-names.ts from `written/`), others.txt (questions about other things) and the
initial weights (minilm.npz). OUT gets encoder.int8.onnx, decoder.int8.onnx, vocabulary.json, measures.json, figures.json
and wrong-torch.txt (each example that was held out, with what the model made of it).
"""
import collections, functools, glob, json, math, multiprocessing, os, random, re, sys, time, unicodedata
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F

HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = os.path.join(HERE, '../..')
FOLDER, OUT = sys.argv[1:3]
SECONDS = int(sys.argv[3]) if len(sys.argv) > 3 else 420
LAYERS, DECODER_LAYERS, H, HEADS = 6, 4, 384, 12
FROM = [0, 2, 3, 5]  # layers of the encoder that the decoder starts as
MOST_SOURCE, MOST_TARGET = 320, 240
BATCH = 320
HELD_OUT = 0.05
OFTEN = 2
PAD, CLS, SEP, UNK, MASK = 0, 101, 102, 100, 103
BEGIN, END, NEXT = 90, 91, 92  # unused pieces: begin, end, between two plain questions
FIRST_CHARACTER, MOST_CHARACTERS = 104, 890  # unused pieces, too
KINDS = 'ckgpt'
random.seed(1)
torch.manual_seed(1)
torch.set_float32_matmul_precision('high')
device = 'cuda' if torch.cuda.is_available() else 'cpu'

# ---- pieces, as in engine/src/reader/word-pieces.ts
VOCAB = json.load(open(os.path.join(MODELS, 'reader/tokenizer.json'), encoding='utf-8'))['model']['vocab']
PIECES = {index: piece for piece, index in VOCAB.items()}
HAN = '\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff'
SIGNS = re.escape('!"#%&\'()*,-./:;?@[\\]_{}$+<=>^`|~') + '\u00a1\u00a7\u00ab\u00b6\u00b7\u00bb\u00bf\u2010-\u2027\u2030-\u205e\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\u060c\u061b\u061f'
TOKEN = re.compile(f'@[{KINDS}]\\d|[{HAN}]|[{SIGNS}]|[^\\s{SIGNS}{HAN}]+')
cache = {}


def placeholder(key):
    return 1 + KINDS.index(key[1]) * 10 + int(key[2])


def word_pieces(word):
    if re.fullmatch(f'@[{KINDS}]\\d', word):
        return [placeholder(word)]
    if len(word) > 100:
        return [UNK]
    folded = ''.join(one for one in unicodedata.normalize('NFD', word.lower()) if unicodedata.category(one) != 'Mn')
    found, start = [], 0
    while start < len(folded):
        end = len(folded)
        while end > start:
            piece = VOCAB.get(('##' if start else '') + folded[start:end])
            if piece is not None:
                break
            end -= 1
        if end == start:
            return [UNK]
        found.append(piece)
        start = end
    return found


def cut(text):
    pieces = []
    for word in TOKEN.findall(text):
        if word not in cache:
            cache[word] = word_pieces(word)
        pieces += cache[word]
    return pieces


# The model writes "revenue of @k1 in @t1" for "What was the revenue of @k1 in @t1?", and each wish in one way alone.
# engine/src/reader/rewrite.ts makes whole questions of it again.
VALUES_OF = re.compile(r'^(?:what (?:is|are|was|were)|compare(?= .* of )(?!.* (?:with|each) )(?! the (?:econom\w+|geograph\w+|people and society|governments?|environments?|energy|communications|transportation|militar\w+|demograph\w+) of)) (?:the )?', re.I)
ONE_WAY = [(re.compile(pattern, re.I), put) for pattern, put in (
    (r'\b(?:have|had) (the|an?)\b', r'has \1'),
    (r'\bhas an\b', 'has a'),
    (r'\bthe (?=@g\d)', ''),
    (r'\b(million|billion|trillion) dollars\b', r'\1'),
    (r'\b(?:highest|most) (population|area)(?= (?:in|of|outside|and|,|since)\b|$)', r'largest \1'),
    (r'\blowest (population|area)(?= (?:in|of|outside|and|,|since)\b|$)', r'smallest \1'),
    (r'^(?:are|was|were) (?=the .* (?:higher|lower|larger|smaller|rising|falling|negative)\b)', 'is '),
    (r'^(when|where) (?:are|were) ', lambda match: match[1] + (' was ' if match[1].lower() == 'when' else ' is ')),
)]
LAST_AND = re.compile(r'(?<!plant)(?<!general) and (?!.* and )')
MEASURES = re.compile(r'^(?P<names>(?:(?! of ).)+?)(?P<of> of @.*)$')


def in_one_way(part):
    """A plain question as the model writes it: without the words that all of its kind have, and without a sign."""
    part = ' '.join(part.split())
    if part.startswith('?'):
        return part
    part = re.sub(r' ?[?.]$', '', part)
    for pattern, put in ONE_WAY:
        part = pattern.sub(put, part)
    return re.sub(r'(?<! and)(?<!,) in the latest (?:fiscal )?year$', '', VALUES_OF.sub('', part)) if VALUES_OF.match(part) else part


def as_written(text):
    """All plain questions of an example; measures of the same names and times as one list."""
    parts, last = [], None
    for part in text.split('|'):
        own = in_one_way(part)
        found = MEASURES.match(own) if VALUES_OF.match(part.strip()) else None
        if found and last and found['of'] == last['of'] and ' share ' not in own:
            parts[-1] = f"{LAST_AND.sub(' , ', last['names'])} and {found['names']}{found['of']}"
            found = MEASURES.match(parts[-1])
        else:
            parts.append(own)
        last = found if found and ' share ' not in own else None
    return parts


def cut_target(text):
    if text.strip() == '-':
        return [cut('-')[0], END]
    pieces = []
    for at, part in enumerate(as_written(text)):
        pieces += ([NEXT] if at else []) + cut(part)
    return pieces + [END]


# ---- examples
read = lambda path: open(path, encoding='utf-8').read().splitlines()
lines = lambda name: read(os.path.join(FOLDER, name))
written = [tuple(line.split('\t')) for line in lines('masked.tsv') if line.count('\t') == 2]
written = list({q: (source, q, t) for source, q, t in written}.values())
labels = json.load(open(os.path.join(HERE, 'labels.json'), encoding='utf-8'))['fields']
# The base vocabulary lacks most Chinese and Japanese characters: they get its unused pieces.
texts = [q for _, q, _ in written] + [line for name in ('items/zh.tsv', 'items/ja.tsv', 'items/ar.tsv', 'frames.tsv') for line in read(os.path.join(HERE, name))]
counts = collections.Counter(letter for text in texts for letter in unicodedata.normalize('NFD', text.lower()) if ord(letter) > 0x500 and unicodedata.category(letter)[0] == 'L' and letter not in VOCAB)
CHARACTERS = ''.join(letter for letter, count in counts.most_common(MOST_CHARACTERS) if count > 1)
for at, letter in enumerate(CHARACTERS):
    VOCAB[letter] = VOCAB['##' + letter] = FIRST_CHARACTER + at
    PIECES[FIRST_CHARACTER + at] = letter
print(len(CHARACTERS), 'characters, of', sum(counts.values()), 'unknown', sum(counts[one] for one in CHARACTERS), flush=True)
others = lines('others.txt')

PLAIN = {'language': 'languages', 'religion': 'religions', 'length of its border': 'length of the border', 'mother\'s mean age at first birth': 'mother\'s mean age at first birth',
         'gdp': 'GDP', 'military expenditures': 'military expenditure', 'trade balance': 'trade balance', 'earnings before interest, taxes, depreciation and amortization': 'EBITDA',
         'solar': 'share of solar power in electricity', 'wind': 'share of wind power in electricity', 'hydroelectricity': 'share of hydropower in electricity', 'nuclear': 'share of nuclear power in electricity',
         'fossil fuels': 'share of fossil fuels in electricity', 'geothermal': 'share of geothermal power in electricity', 'biomass': 'share of biomass in electricity', 'co2 emissions per capita': 'carbon dioxide emissions per person', 'dual citizenship': 'dual citizenship'}
NOT_PLAIN = {'border', 'neighbour', 'neighbours', 'region', 'area compared to a state', 'electricity', 'coal', 'petroleum', 'natural gas', 'nuclear energy', 'name of the capital come from', 'executive branch', 'seats', 'gdp composition', 'gdp by end use', 'budget', 'country name', 'electricity generation sources', 'household income share', 'economy', 'geography', 'people and society', 'government', 'environment', 'energy', 'communications', 'transportation', 'military', 'space', 'transnational issues', 'overview', 'market capitalization', 'enterprise value', 'share price', 'price to earnings ratio', 'price to sales ratio', 'price to book ratio', 'dividend yield'}
NAMES = re.compile(r'(?<![\w])([XYZW])(?=$|[^\w]|[\u0600-\u06ff\u3040-\u30ff\u4e00-\u9fff])')
join = lambda items: items[0] if len(items) == 1 else ', '.join(items[:-1]) + ' and ' + items[-1]


def measures(fields):
    """The names of the fields in plain questions; None if one has none or they are of two kinds."""
    kinds = {labels[one][0] for one in fields}
    if len(kinds) != 1 or kinds & {'any'} or any(labels[one][1] in NOT_PLAIN for one in fields):
        return None, None
    return kinds.pop(), [PLAIN.get(labels[one][1], labels[one][1]) for one in fields]


def from_fields(fields, operations, question):
    """An example from a question whose fields are known, if its plain form is."""
    kind, said = measures(fields)
    found = sorted(set(NAMES.findall(question)), key=question.index)
    if not said or not found or len(said) > 5:
        return None
    letter = 'c' if kind == 'country' else 'k'
    keys = {name: f'@{letter}{at + 1}' for at, name in enumerate(found)}
    years = re.findall(r'\b(?:19|20)\d\d\b', question)
    if len(years) > 1 or re.search(r'\d', re.sub(r'\b(?:19|20)\d\d\b', '', question)):
        return None
    text = NAMES.sub(lambda match: f' {keys[match[1]]} ', question)
    who, what = join(list(keys.values())), join(said)
    when = ''
    if years:
        text = text.replace(years[0], ' @t1 ')
        when = ' in @t1'
    operations = [one for one in operations if one != 'latest']
    was = 'was' if years or kind == 'company' else 'is'
    if len(said) > 1:
        was = 'were' if was == 'was' else 'are'
    if operations in ([], ['value']):
        if said == ['head of state'] or said == ['head of government']:
            return text, f'Who is the {said[0]} of {who} ?'
        plain = f'What {was} the {what} of {who}{when} ?'
    elif operations == ['compare'] and len(found) > 1:
        plain = f'Compare the {what} of {who}{when} .'
    elif operations in (['compare', 'highest'], ['compare', 'lowest']) and len(found) > 1 and len(said) == 1:
        degree = operations[1] if len(found) > 2 else {'highest': 'higher', 'lowest': 'lower'}[operations[1]]
        plain = f'Which of {who} {"had" if years else "has"} the {degree} {what}{when} ?'
    else:
        return None
    return re.sub(r'\s+', ' ', text).strip(), plain


def read_fields():
    made = []
    for path in sorted(glob.glob(os.path.join(HERE, 'examples/*.tsv'))):
        if path.endswith('words.tsv'):
            continue
        for line in read(path):
            try:
                ids, operations, question = line.split('\t')
                fields = sorted({int(one) for one in ids.split(',')})
                asked = [one.strip() for one in operations.split(',')]
            except ValueError:
                continue
            one = from_fields(fields, asked, question.strip())
            if one:
                made.append(one)
    return made


def read_items():
    items, frames = {}, {}
    for path in sorted(glob.glob(os.path.join(HERE, 'items/*.tsv'))):
        for line in read(path):
            try:
                ids, noun = line.split('\t')
                fields = [int(one) for one in ids.split(',')]
            except ValueError:
                continue
            if len(fields) == 1 and measures(fields)[1]:
                items.setdefault((os.path.basename(path)[:2], labels[fields[0]][0]), []).append((fields[0], noun.strip()))
    for line in read(os.path.join(HERE, 'frames.tsv')):
        language, operations, frame = line.split('\t')
        frames.setdefault(language, []).append((operations.split(','), frame))
    return items, frames


SHARES = dict(en=0.46, zh=0.08, ja=0.08, ar=0.03, de=0.07, fr=0.06, es=0.06, pt=0.05, it=0.05, nl=0.06)
JOINTS = dict(en=' and ', de=' und ', fr=' et ', es=' y ', pt=' e ', it=' e ', nl=' en ', zh='和', ja='と', ar=' و')


def listed():
    """A question for one noun or a list of them, in a frame of its language."""
    while True:
        language = random.choices(list(SHARES), SHARES.values())[0]
        kind = random.choice(['country', 'country', 'company'])
        operations, frame = random.choice(frames[language])
        count = random.choice([2, 2, 3, 3, 4]) if '{list}' in frame else 1
        chosen = random.sample(items[language, kind], count)
        comma = '、' if language in ('zh', 'ja') else '، ' if language == 'ar' else ', '
        *first, last = [noun for _, noun in chosen]
        nouns = comma.join(first) + (random.choice([JOINTS[language], comma]) if first else '') + last
        if len({field for field, _ in chosen}) < count:
            continue
        one = from_fields([field for field, _ in chosen], operations, frame.replace('{list}', nouns).replace('{w}', nouns))
        if one:
            return one


OPENINGS = ['hi, ', 'hello! ', 'quick question: ', 'please tell me ', 'i was wondering, ', 'for a school project: ', 'hey ', 'could you check ', 'im writing a report. ', 'out of curiosity, ', 'ok so ', 'question: ', 'hi there. ']
ENDINGS = [' thanks', ' please', ' thx!', ' pls', ' with sources', '???', ' if you know', ' in one sentence', ' cheers', ' !']
JOINS = [' and ', '. ', '? ', '; ', ', and ', ', also ', ' plus ', '? also ', '\n']


def misspelled(text):
    letters = list(text)
    for _ in range(random.choice([1, 1, 2])):
        at = random.randrange(len(letters))
        if not letters[at].isalpha() or '@' in text[max(0, at - 2):at + 1]:
            continue
        kind = random.random()
        if kind < 0.4:
            letters[at] = ''
        elif kind < 0.7 and at + 1 < len(letters) and letters[at + 1].isalpha():
            letters[at], letters[at + 1] = letters[at + 1], letters[at]
        else:
            letters[at] *= 2
    return ''.join(letters)


KEY = re.compile(f'@([{KINDS}])(\\d)')


def shifted(text, by):
    return KEY.sub(lambda match: f'@{match[1]}{int(match[2]) + by.get(match[1], 0)}', text)


def joined(one, other):
    """Two questions as one, if there are placeholders enough."""
    most = {}
    for kind, number in KEY.findall(one[0]):
        most[kind] = max(most.get(kind, 0), int(number))
    if any(int(number) + most.get(kind, 0) > 8 for kind, number in KEY.findall(other[0])):
        return one
    if '-' in (one[1].strip(), other[1].strip()) or 'that ' in other[1] or 'of them' in other[1]:
        return one
    return one[0].rstrip('?.! ') + random.choice(JOINS) + shifted(other[0], most), f'{one[1]} | {shifted(other[1], most)}'


LIST = re.compile(f'(?<= (?:of|in|at|by) )@[ck]1(?: ?(?:,|and|&|/) ?@[ck]\\d)+|(?<= for )@[ck]1(?: ?(?:,|and|&|/) ?@[ck]\\d)+')


def signature(example):
    """The places or companies of a question, if it has nothing else to be about."""
    keys = {kind + number for kind, number in KEY.findall(example[0]) if kind != 't'}
    return ' '.join(sorted(keys)) if keys and not keys & {one for one in keys if one[0] in 'gp'} else None


def combined(one):
    """Two questions about the same places or companies as one, which may name them once."""
    other = random.choice(ALIKE.get(signature(one), [one]))
    times = max([int(number) for kind, number in KEY.findall(one[0]) if kind == 't'], default=0)
    if other == one or '-' in (one[1].strip(), other[1].strip()) or re.search('that |of them', other[1]):
        return one
    if any(kind == 't' and int(number) + times > 8 for kind, number in KEY.findall(other[0])):
        return one
    question, plain = (shifted(text, {'t': times}) for text in other)
    if random.random() < 0.7:
        question = LIST.sub(random.choice(['them', 'these', 'all of them', 'each']), question)
    asked = dict.fromkeys(part.strip() for part in f'{one[1]} | {plain}'.split('|'))
    return one[0].rstrip('?.! ') + random.choice(JOINS) + question, ' | '.join(asked)


def shuffled(example):
    """Numbers the placeholders of each kind anew, as if other names had come before them."""
    question, plain = example
    if random.random() > 0.15:
        return example
    by = {kind: random.choice([0, 1, 2]) for kind in KINDS}
    if any(int(number) + by[kind] > 8 for kind, number in KEY.findall(question)):
        return example
    return shifted(question, by), shifted(plain, by)


NUMBER = r'(?<![\w@.,])(?<!P )\d{1,3}(?![\w.,]*\d)'  # no part of a longer one, nor of "S&P 500"


def exchanged(example):
    """The same question about another measure of its kind, or with other numbers, where both columns name them."""
    question, plain = example
    if random.random() < 0.5:
        kind = 'company' if '@k' in plain else 'country'
        found = [(noun, field) for noun, field in nouns_in(question, kind) if plain.count(field) == 1]
        if found:
            noun, field = random.choice(found)
            language = 'en' if noun in NOUNS[kind]['en'] else next(one for one in NOUNS[kind] if noun in NOUNS[kind][one])
            other, new = random.choice(list(NOUNS[kind][language].items()))
            # "What is the area", "What are the exports": the verb has to fit.
            if is_plural(field) == is_plural(new) and new not in plain and not overlaps(field, plain):
                question, plain = re.sub(f'(?<!\\w){re.escape(noun)}(?!\\w)', other, question, count=1), plain.replace(field, new)
    for digits in set(re.findall(NUMBER, question)) & set(re.findall(NUMBER, plain)):
        if random.random() < 0.3:
            least = 10 ** (len(digits) - 1)
            new = str(random.randint(max(2, least), least * 10 - 1))
            question, plain = (re.sub(NUMBER.replace('\\d{1,3}', digits), new, text) for text in (question, plain))
    return question, plain


VALUES = re.compile(r'^(?:what (?:is|are|was|were)|compare) the ', re.I)


def lengthened(example):
    """The same question with one measure more, where both columns name the one beside it."""
    question, plain = example
    kind = 'company' if '@k' in plain else 'country'
    parts = plain.split(' | ')
    # Only a list of values may be longer: a ranking has one measure.
    found = [(noun, field, at) for noun, field in nouns_in(question, kind) for at, part in enumerate(parts)
             if VALUES.match(part) and f'{field} of @' in part and plain.count(field) == 1]
    if not found:
        return example
    noun, field, at = random.choice(found)
    language = next(one for one in ('en', *NOUNS[kind]) if noun in NOUNS[kind][one])
    other, new = random.choice(list(NOUNS[kind][language].items()))
    if new in plain or other in question or overlaps(field, plain):
        return example
    comma = '、' if language in ('zh', 'ja') else '، ' if language == 'ar' else ', '
    question = re.sub(f'(?<!\\w){re.escape(noun)}(?!\\w)', f'{noun}{random.choice([comma, JOINTS[language]])}{other}', question, count=1)
    listed = f' and {field} of @' in parts[at]
    parts[at] = parts[at].replace(f' and {field} of @', f' , {field} and {new} of @') if listed else parts[at].replace(f'{field} of @', f'{field} and {new} of @')
    parts[at] = re.sub(r'^([Ww])hat (is|was) the ', lambda match: f'{match[1]}hat {"are" if match[2] == "is" else "were"} the ', parts[at])
    return question, ' | '.join(parts)


@functools.cache
def nouns_in(question, kind):
    folded = question.lower()
    found = {noun: field for nouns in NOUNS[kind].values() for noun, field in nouns.items()
             if noun in folded and re.search(f'(?<!\\w){re.escape(noun)}(?!\\w)', question)}
    # "Net income" is not income.
    return [(noun, field) for noun, field in found.items() if not any(noun != one and noun in one for one in found)]


def is_plural(field):
    return field.endswith('s') and not field.endswith('ss')


def overlaps(field, plain):
    """Whether the name is only a part of a longer one: "cash" in "operating cash flow"."""
    return any(field != one and field in one and one in plain for names in FIELDS.values() for one in names)


def varied(example, pool):
    example = lengthened(example) if random.random() < 0.12 else exchanged(example)
    kind = random.random()
    if kind < 0.12 and len(example[0]) < 140:
        example = joined(example, random.choice(pool))
    elif kind < 0.28 and len(example[0]) < 220:
        example = combined(example)
        example = combined(example) if kind < 0.18 else example
    question, plain = example
    if random.random() < 0.12 and len(question) > 12 and plain.find('? ') < 0:
        question = misspelled(question)
    if random.random() < 0.08:
        question = random.choice(OPENINGS) + question
    if random.random() < 0.08:
        question = question.rstrip('?.! ') + random.choice(ENDINGS)
    if random.random() < 0.12:
        question = question.rstrip('?.! ')
    return shuffled((question, plain))


random.shuffle(written)
count = int(len(written) * HELD_OUT)
held = written[:count]
# Long requests are rarer than they are asked, and harder.
own = [(q, t) for source, q, t in written[count:] for _ in range(OFTEN if source.startswith(('briefs', 'long')) else 1)]
ALIKE = {}
for example in own:
    if signature(example):
        ALIKE.setdefault(signature(example), []).append(example)
fields = read_fields()
items, frames = read_items()
# The names of measures in each language, by which a written question becomes one about another measure.
NOUNS = {kind: {language: {noun.lower(): measures([field])[1][0] for field, noun in found if len(noun) > (1 if language in ('zh', 'ja') else 3)}
                for (language, own), found in items.items() if own == kind} for kind in ('country', 'company')}
# Ordinary words, too, or fields that hardly any list asks for.
VAGUE = set('''location|coordinates|climate|head of state|head of government|legislative branch|judicial branch|cabinet|political parties|administrative divisions|flag|national symbol|national color|national anthem|national holiday|nationality|etymology|former name|local name|citizenship|citizenship by birth|dual citizenship|naturalization|election results|electoral system|embassy in the us|industries|ports|main ports|capital|currency|broadcast media|military forces|maritime claims|terrorist groups|dependency status|suffrage|time zone|lakes|rivers|terrain|elevation|area|land area|water area|space agency|launch sites|internet country code|independence|constitution|environmental issues|international organizations|world heritage sites|legislative structure|economic overview|agricultural products|natural resources|population distribution|land use|human trafficking|waste|population|highest point|lowest point|agriculture|service sector|exports|imports|fixed lines|government spending|age structure|GDP'''.split('|'))
FIELDS = {kind: {name for nouns in named.values() for name in nouns.values()} for kind, named in NOUNS.items()}
held_others, others = others[:300], others[300:]
os.makedirs(OUT, exist_ok=True)
open(os.path.join(OUT, 'measures.json'), 'w', encoding='utf-8').write(json.dumps(
    {kind: {noun: re.sub(r'\bgdp\b', 'GDP', name) for nouns in reversed(named.values()) for noun, name in nouns.items() if name not in VAGUE}
     for kind, named in NOUNS.items()}, ensure_ascii=False, indent=2) + '\n')
print(len(written), 'written,', len(fields), 'from fields,', len(others), 'others', flush=True)
TARGETS = sorted({piece for _, _, t in written for piece in cut_target(t)} | {piece for _, t in fields for piece in cut_target(t)}
                 | {1 + k * 10 + n for k in range(5) for n in range(1, 9)} | {UNK, BEGIN, END, NEXT})
INDEX = {piece: at for at, piece in enumerate(TARGETS)}
# Words that begin a whole question. What begins with another word is the name of a measure.
begins = [(part.strip(), in_one_way(part).split(' ')[0].lower()) for _, _, t in written if t.strip() != '-' for part in t.split('|') if part.strip() and part.strip()[0] != '?']
OPENINGS = sorted({word for part, word in begins if not VALUES_OF.match(part)})
assert not {word for part, word in begins if VALUES_OF.match(part)} & set(OPENINGS), 'the same word begins a question and a measure'
print(len(TARGETS), 'pieces are written', flush=True)


# ---- the model
class Block(nn.Module):
    def __init__(self, cross, drop):
        super().__init__()
        self.drop = drop
        for name in 'qkvo':
            setattr(self, name, nn.Linear(H, H))
        self.ln1 = nn.LayerNorm(H, eps=1e-12)
        self.i, self.f, self.ln2 = nn.Linear(H, 4 * H), nn.Linear(4 * H, H), nn.LayerNorm(H, eps=1e-12)
        if cross:
            self.cq, self.ck, self.cv, self.co = (nn.Linear(H, H) for _ in range(4))
            self.ln3 = nn.LayerNorm(H, eps=1e-12)

    def split(self, x):
        return x.view(x.shape[0], -1, HEADS, H // HEADS).transpose(1, 2)

    def attend(self, q, k, v, mask):
        if self.training:
            return F.scaled_dot_product_attention(q, k, v, attn_mask=None if mask is None else mask.to(q.dtype), dropout_p=self.drop)
        weights = q @ k.transpose(-1, -2) / math.sqrt(H // HEADS)
        if mask is not None:
            weights = weights + mask
        return F.dropout(torch.softmax(weights, -1), self.drop, self.training) @ v

    def rest(self, x):
        return self.ln2(x + F.dropout(self.f(F.gelu(self.i(x))), self.drop, self.training))

    def merge(self, x):
        return x.transpose(1, 2).reshape(x.shape[0], -1, H)

    def forward(self, x, mask, cross=None, cross_mask=None, past=None):
        k, v = self.split(self.k(x)), self.split(self.v(x))
        if past is not None:
            k, v = torch.cat([past[0], k], 2), torch.cat([past[1], v], 2)
        out = self.o(self.merge(self.attend(self.split(self.q(x)), k, v, mask)))
        x = self.ln1(x + F.dropout(out, self.drop, self.training))
        if cross is not None:
            out = self.co(self.merge(self.attend(self.split(self.cq(x)), cross[0], cross[1], cross_mask)))
            x = self.ln3(x + F.dropout(out, self.drop, self.training))
        return self.rest(x), k, v


class Rewriter(nn.Module):
    def __init__(self, drop=0.13):
        super().__init__()
        self.drop = drop
        self.we, self.pe, self.te = nn.Embedding(30522, H), nn.Embedding(512, H), nn.Embedding(2, H)
        self.ln = nn.LayerNorm(H, eps=1e-12)
        self.encoder = nn.ModuleList([Block(False, drop) for _ in range(LAYERS)])
        self.decoder = nn.ModuleList([Block(True, drop) for _ in range(DECODER_LAYERS)])
        self.out = nn.Linear(H, H)
        self.bias = nn.Parameter(torch.zeros(len(TARGETS)))
        self.copy_key, self.copy_query, self.gate = nn.Linear(H, H), nn.Linear(H, H), nn.Linear(H, 1)
        self.register_buffer('targets', torch.tensor(TARGETS))

    def embed(self, ids, positions, kind):
        return F.dropout(self.ln(self.we(ids) + self.pe(positions) + self.te.weight[kind]), self.drop, self.training)

    def encode(self, ids, mask):
        x = self.embed(ids, torch.arange(ids.shape[1], device=ids.device)[None], 0)
        for block in self.encoder:
            x, _, _ = block(x, mask)
        return x

    def heads(self, x, copy_keys, copy_mask):
        logits = F.gelu(self.out(x)) @ self.we(self.targets).T + self.bias
        copies = self.copy_query(x) @ copy_keys.transpose(1, 2) / math.sqrt(H)
        if copy_mask is not None:
            copies = copies + copy_mask
        return logits, copies, self.gate(x)[..., 0]

    def forward(self, ids, mask, given):
        x = self.encode(ids, mask)
        y = self.embed(given, torch.arange(given.shape[1], device=ids.device)[None], 1)
        causal = torch.full((given.shape[1], given.shape[1]), -1e4, device=ids.device).triu(1)
        for block in self.decoder:
            y, _, _ = block(y, causal, (block.split(block.ck(x)), block.split(block.cv(x))), mask)
        return self.heads(y, self.copy_key(x), mask[:, 0])


def start(model, path):
    z = np.load(path)
    get = lambda n: torch.tensor(z[n + '.q'].astype(np.float32) * z[n + '.s'][:, None] if n + '.q' in z else z[n].astype(np.float32))
    with torch.no_grad():
        for name in ('we', 'pe', 'te'):
            getattr(model, name).weight.copy_(get(name + '.weight'))
        pairs = [(model.ln, 'ln')]
        for at, block in enumerate(model.encoder):
            pairs += [(getattr(block, name), f'layers.{at}.{name}') for name in ('q', 'k', 'v', 'o', 'ln1', 'i', 'f', 'ln2')]
        for at, block in zip(FROM, model.decoder):
            pairs += [(getattr(block, name), f'layers.{at}.{name}') for name in ('q', 'k', 'v', 'o', 'ln1', 'i', 'f', 'ln2')]
            pairs += [(getattr(block, own), f'layers.{at}.{name}') for own, name in (('cq', 'q'), ('ck', 'k'), ('cv', 'v'), ('co', 'o'), ('ln3', 'ln1'))]
        for module, name in pairs:
            module.weight.copy_(get(name + '.weight'))
            module.bias.copy_(get(name + '.bias'))
        model.copy_key.weight.copy_(torch.eye(H)); model.copy_query.weight.copy_(torch.eye(H))
        model.out.weight.copy_(torch.eye(H))


def batch_of(examples, hidden=0.0):
    sources = [[CLS, *cut(q)[: MOST_SOURCE - 2], SEP] for q, _ in examples]
    # Some words are hidden, so that no single one decides.
    sources = [[MASK if piece > 999 and random.random() < hidden else piece for piece in one] if random.random() < 0.5 else one for one in sources]
    targets = [cut_target(t)[:MOST_TARGET] for _, t in examples]
    # Attention is fast for lengths that are multiples of 8.
    wide, long = (-(-max(map(len, some)) // 8) * 8 for some in (sources, targets))
    ids, given, gen = np.zeros((len(examples), wide), np.int64), np.zeros((len(examples), long), np.int64), np.full((len(examples), long), -1, np.int64)
    raw = np.full((len(examples), long), -1, np.int64)
    for at, (source, target) in enumerate(zip(sources, targets)):
        ids[at, : len(source)] = source
        given[at, : len(target)] = [BEGIN, *target[:-1]]
        gen[at, : len(target)] = [INDEX.get(one, -1) for one in target]
        raw[at, : len(target)] = target
    return ids, given, gen, raw


def to_device(arrays):
    ids, given, gen, raw = (torch.tensor(one).to(device) for one in arrays)
    return ids, (ids == PAD).float()[:, None, None, :] * -1e4, given, gen, raw


def loss_of(model, batch):
    ids, mask, given, gen, raw = to_device(batch)
    with torch.autocast(device, dtype=torch.bfloat16, enabled=device == 'cuda'):
        logits, copies, gate = model(ids, mask, given)
    logits, copies, gate = F.log_softmax(logits.float(), -1), torch.softmax(copies.float(), -1), gate.float()
    real = raw >= 0
    generated = logits.gather(-1, gen.clamp(min=0)[..., None])[..., 0].masked_fill(gen < 0, -30) + F.logsigmoid(gate)
    same = (ids[:, None, :] == raw[:, :, None]) & (raw[:, :, None] != PAD)
    copied = torch.log((copies * same).sum(-1) + 1e-9) + F.logsigmoid(-gate)
    own = torch.logaddexp(generated, copied)
    smooth = -logits.mean(-1)
    return (-(own * real).sum() + 0.03 * (smooth * real).sum()) / real.sum()


@torch.no_grad()
def rewrite(model, questions):
    """The most likely pieces one after the other, and the mean log odds of the least sure one."""
    model.eval()
    ids, mask, *_ = to_device(batch_of([(q, '-') for q in questions]))
    x = model.encode(ids, mask)
    cross = [(block.split(block.ck(x)), block.split(block.cv(x))) for block in model.decoder]
    keys = model.copy_key(x)
    last = torch.full((len(questions), 1), BEGIN, device=device)
    past = [None] * DECODER_LAYERS
    done, out, sure = torch.zeros(len(questions), dtype=torch.bool, device=device), [], torch.zeros(len(questions), device=device)
    for step in range(MOST_TARGET):
        y = model.embed(last, torch.full((1, 1), step, device=device), 1)
        for at, block in enumerate(model.decoder):
            y, k, v = block(y, None, cross[at], mask, past[at])
            past[at] = (k, v)
        logits, copies, gate = model.heads(y, keys, mask[:, 0])
        odds = torch.sigmoid(gate.float())[:, 0, None]
        whole = torch.zeros(len(questions), 30522, device=device)
        whole.scatter_add_(1, model.targets[None].expand(len(questions), -1), torch.softmax(logits.float()[:, 0], -1) * odds)
        whole.scatter_add_(1, ids, torch.softmax(copies.float()[:, 0], -1) * (1 - odds))
        best, piece = whole.max(1)
        sure = torch.where(done, sure, torch.minimum(sure, torch.log(best)))
        piece = torch.where(done, torch.tensor(END, device=device), piece)
        out.append(piece)
        done |= piece == END
        last = piece[:, None]
        if done.all():
            break
    rows = torch.stack(out, 1).tolist()
    return [said(row) for row in rows], sure.tolist()


def said(pieces):
    words = ''
    for piece in pieces:
        if piece == END:
            break
        text = '|' if piece == NEXT else f'@{KINDS[(piece - 1) // 10]}{(piece - 1) % 10}' if 1 <= piece <= 60 else PIECES[piece]
        words += text[2:] if text.startswith('##') else ' ' + text
    return words.strip()


def norm(text):
    return said(cut_target(text))


def figures(model, tail=''):
    report, wrong = {}, []
    guesses, sure = [], []
    for at in range(0, len(held), 128):
        one, other = rewrite(model, [q for _, q, _ in held[at: at + 128]])
        guesses += one
        sure += other
    right = [guess == norm(t) for guess, (_, _, t) in zip(guesses, held)]
    by = {}
    for (source, q, t), ok, guess, odds in zip(held, right, guesses, sure):
        by.setdefault(re.sub(r'-?\d+\.tsv', '', source), []).append(ok)
        wrong.append(f'{"OK " if ok else "BAD"} {odds:.2f}\t{q}\n\twant {norm(t)}\n\tgot  {guess}')
    report['exact'] = round(float(np.mean(right)), 3)
    report['by slice'] = {key: [round(float(np.mean(one)), 3), len(one)] for key, one in by.items()}
    for least in (-0.2, -0.35, -0.5, -0.7, -1):
        some = [ok for ok, odds in zip(right, sure) if odds >= least]
        report[f'sure {least}'] = [round(len(some) / len(right), 3), round(float(np.mean(some or [0])), 3)]
    none = rewrite(model, held_others)[0]
    report['others refused'] = round(float(np.mean([one == '-' for one in none])), 3)
    open(os.path.join(OUT, f'wrong{tail}.txt'), 'w').write('\n'.join(wrong))
    return report


def plain_as_asked():
    """A plain question that stands alone is its own plain question."""
    while True:
        one = random.choice(random.choice(own)[1].split('|')).strip()
        if one and not re.match('\\?|-', one) and not re.search('that |of them', one):
            numbers = {}
            for kind, number in KEY.findall(one):
                numbers.setdefault(kind, {}).setdefault(number, len(numbers[kind]) + 1)
            one = KEY.sub(lambda match: f'@{match[1]}{numbers[match[1]][match[2]]}', one)
            return one, one


def make_batches(queue, seed):
    """Puts batches of varied examples into the queue, without end; alike lengths together."""
    random.seed(seed)
    makers = [lambda: varied(random.choice(own), own), lambda: varied(random.choice(fields), own),
              lambda: varied(listed(), own), lambda: varied((random.choice(others), '-'), own), plain_as_asked]
    while True:
        pool = [maker() for maker in random.choices(makers, [0.76, 0.1, 0.08, 0.03, 0.03], k=BATCH * 8)]
        pool = sorted((one for one in pool if len(one[0]) < 1500), key=lambda one: len(one[1]))
        batches = [pool[at: at + BATCH] for at in range(0, len(pool), BATCH)]
        random.shuffle(batches)
        for one in batches:
            queue.put(batch_of(one, 0.06))


queue = multiprocessing.Queue(64)
for seed in range(max(1, (os.cpu_count() or 2) - 2)):
    multiprocessing.Process(target=make_batches, args=(queue, seed), daemon=True).start()
model = Rewriter()
start(model, os.path.join(FOLDER, 'minilm.npz'))
model.to(device)
fast = [p for n, p in model.named_parameters() if not n.startswith(('we', 'pe', 'te', 'ln.', 'encoder'))]
slow = [p for n, p in model.named_parameters() if n.startswith(('we', 'pe', 'te', 'ln.', 'encoder'))]
optimizer = torch.optim.AdamW([dict(params=slow, lr=2.5e-4), dict(params=fast, lr=6e-4)], weight_decay=0.01, betas=(0.9, 0.98), fused=device == 'cuda')
rates = [group['lr'] for group in optimizer.param_groups]
average = {name: one.detach().clone() for name, one in model.state_dict().items()}
started, step = time.time(), 0
spent = lambda: (time.time() - started) / SECONDS
model.train()
while spent() < 1:
    done = spent()
    for group, rate in zip(optimizer.param_groups, rates):
        group['lr'] = rate * min(1, (step + 1) / 400) * max(0.01, 1 - done)
    loss = loss_of(model, queue.get())
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    step += 1
    # The mean of the last weights is better than any of them.
    if step % 10 == 0 and done > 0.7:
        for name, value in model.state_dict().items():
            average[name] = average[name] * 0.99 + value * 0.01 if value.dtype.is_floating_point else value.clone()
    elif done <= 0.7 and step % 100 == 0:
        average = {name: one.detach().clone() for name, one in model.state_dict().items()}
    if step % 500 == 0:
        print(step, f'{time.time() - started:.0f}s', f'loss {loss.item():.4f}', flush=True)
model.load_state_dict(average)
model.eval()
print(json.dumps(figures(model, '-torch'), indent=1), flush=True)
torch.save({'model': {k: v.half() for k, v in model.state_dict().items()}, 'targets': TARGETS}, os.path.join(OUT, 'rewriter.pt'))
exec(open(os.path.join(HERE, 'export.py'), encoding='utf-8').read())
