/** `FNFB`, which marks a database file as ours. */
export const APPLICATION_ID = 0x464e4642
/** Increase with every change of the layout. */
export const FORMAT = 1

/**
 * A fact is one value of one attribute of one subject. Collections share subjects: a country has facts in
 * several. A code, such as a ticker, counts only in its exact spelling. A removed collection keeps its row,
 * with the day of removal, so that a new edition does not bring it back.
 */
export const SCHEMA = `
  CREATE TABLE collection (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    edition TEXT NOT NULL,
    publisher TEXT NOT NULL,
    licence TEXT NOT NULL,
    url TEXT NOT NULL,
    removed_on TEXT
  ) STRICT;
  CREATE TABLE subject (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    UNIQUE (kind, key)
  ) STRICT;
  CREATE TABLE subject_name (
    key TEXT NOT NULL,
    subject_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    is_code INTEGER NOT NULL,
    PRIMARY KEY (key, subject_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX subject_name_by_subject ON subject_name (subject_id);
  CREATE TABLE attribute (
    id INTEGER PRIMARY KEY,
    collection_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    section TEXT NOT NULL,
    label TEXT NOT NULL,
    definition TEXT,
    UNIQUE (collection_id, key)
  ) STRICT;
  CREATE TABLE source (
    id INTEGER PRIMARY KEY,
    collection_id INTEGER NOT NULL,
    url TEXT NOT NULL,
    title TEXT NOT NULL,
    published_on TEXT NOT NULL,
    form TEXT,
    UNIQUE (collection_id, url)
  ) STRICT;
  CREATE TABLE fact (
    id INTEGER PRIMARY KEY,
    subject_id INTEGER NOT NULL,
    attribute_id INTEGER NOT NULL,
    qualifier TEXT,
    text TEXT,
    number ANY,
    unit TEXT,
    year INTEGER,
    part TEXT,
    start_on TEXT,
    end_on TEXT,
    source_id INTEGER NOT NULL
  ) STRICT;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${FORMAT};`

/** Created after the facts are inserted, which is faster. */
export const INDEXES = `
  CREATE INDEX fact_by_subject ON fact (subject_id, attribute_id);
  CREATE INDEX fact_by_attribute ON fact (attribute_id, year);`
