/** `FNFB`: tells our files from other people's databases. */
export const APPLICATION_ID = 0x464e4642
/** Raised with every change of the layout. */
export const FORMAT = 1

/**
 * A fact is one value of one attribute of one subject. Subjects are shared by collections: a country has facts
 * of several. A code, such as a ticker, names its subject only as it is written. A collection that was removed keeps its row, with the day of removal, so that a new edition
 * does not bring it back.
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

/** Made after the facts are in, which is faster. */
export const INDEXES = `
  CREATE INDEX fact_by_subject ON fact (subject_id, attribute_id);
  CREATE INDEX fact_by_attribute ON fact (attribute_id, year);`
