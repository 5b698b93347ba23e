import type { JsonObject } from '@footnote/contract/json-object'
import { pointer } from '@footnote/contract/problem'
import type { Subject } from '../plan/part.ts'
import { words } from '../text/words.ts'
import type { Filling } from './filling.ts'
import type { Place } from './place.ts'
import { wordsOfName } from './property-words.ts'
import { isObjectSchema, textOf } from './read-schema.ts'

const MOST_NAME_WORDS = 6

/**
 * Where a property of an object stands. Its name may be a subject (`chile`), hold one (`chile_gdp`),
 * or say what is wanted of the one that the object is about.
 */
export async function placeOfProperty(
  filling: Filling,
  parent: Place,
  { name, schema }: { name: string; schema: JsonObject },
): Promise<Place> {
  const said = wordsOfName(name)
  const isObject = isObjectSchema(filling.schema, schema)
  const place: Place = {
    ...parent,
    pointer: pointer(parent.pointer, name),
    path: said === '' ? parent.path : [...parent.path, said],
    // Titles are often made from the name by a program; a description was written for a reader.
    description: textOf(schema['description']) || textOf(schema['title']),
    isSubject: false,
  }
  // The last word on what a value is of cannot be a subject alone: `{ chile: 3 }` says nothing.
  if (isObject || parent.path.length > 0) {
    const subject = await subjectCalled(filling, said)
    const isAsked = subject !== undefined && filling.subjects.includes(subject)
    if (subject && (isAsked || (isObject && !parent.subject))) {
      return { ...place, path: parent.path, subject, isSubject: isObject }
    }
    if (subject && isObject && subject.name !== parent.subject?.name) {
      return { ...place, mustMatch: [...parent.mustMatch, said] }
    }
  }
  const inName = filling.subjects.flatMap(subject => {
    const rest = without(said, subject.name)
    return rest === undefined ? [] : [{ subject, rest }]
  })
  const [named] = inName.length === 1 ? inName : []
  if (named) return { ...place, path: [...parent.path, named.rest], subject: named.subject }
  if (parent.subject) return place
  const described = filling.subjects.filter(
    subject => without(place.description, subject.name) !== undefined,
  )
  const [only] = described.length === 1 ? described : []
  return only ? { ...place, subject: only } : place
}

/** A subject of the question where it is one, so that both are the same. */
async function subjectCalled(filling: Filling, said: string): Promise<Subject | undefined> {
  if (said === '' || said.split(' ').length > MOST_NAME_WORDS) return undefined
  const asked = filling.subjects.find(({ name }) => key(name) === key(said))
  if (asked) return asked
  const resolved = await filling.resolve(said)
  return (
    filling.subjects.find(({ documentIds }) =>
      documentIds.some(id => resolved?.documentIds.includes(id)),
    ) ?? resolved
  )
}

/** A text without a name that stands in it and is not all of it; undefined when there is none. */
function without(text: string, name: string): string | undefined {
  const rest = ` ${key(text)} `.replace(` ${key(name)} `, ' ').trim()
  return rest === key(text) || rest === '' ? undefined : rest
}

function key(text: string): string {
  return words(text)
    .map(({ folded }) => folded)
    .join(' ')
}
