import type { SearchFilter } from '../../query/query.ts'
import { fileAttributes, toolAttribute } from './collect.ts'
import type { PassageTable } from './passage-table.ts'
import type { TermReader } from './term-reader.ts'

/** What filters need to know that the table does not: times are milliseconds. */
export interface Surveyed {
  now: number
  /** The instant a day began, or of so many days ago. */
  startOf(day: string | number): number
  projectOf(transcript: number): string
}

export type PassageTest = (passage: number) => boolean

/** What the filters ask of each passage; whatever takes longer was found out before. */
export function testsOf(
  terms: TermReader,
  table: PassageTable,
  filters: readonly SearchFilter[],
  surveyed: Surveyed,
): PassageTest[] {
  return filters.map(filter => {
    const test = testOf(terms, table, filter, surveyed)
    return filter.isNot ? passage => !test(passage) : test
  })
}

function testOf(
  terms: TermReader,
  table: PassageTable,
  filter: SearchFilter,
  { startOf, projectOf }: Surveyed,
): PassageTest {
  switch (filter.key) {
    case 'before': {
      const end = startOf(filter.value) / 1000
      return passage => (table.at[passage] ?? 0) < end
    }
    case 'after': {
      const start = startOf(filter.value) / 1000
      return passage => (table.at[passage] ?? 0) >= start
    }
    case 'role':
      return passage => nameOfRole(table.role(passage)) === filter.value
    case 'is':
      return passage => table.isError(passage)
    case 'agent':
      return ofTranscript(table, transcript => table.transcripts[transcript]?.source === filter.value)
    case 'project':
      return ofTranscript(table, transcript => holds(projectOf(transcript), filter.value))
    case 'branch':
      return onBranch(table, filter.value)
    case 'tool':
      return withAttributes(terms, table, [toolAttribute(filter.value)])
    case 'file':
      return withAttributes(terms, table, fileAttributes(filter.value))
  }
}

function nameOfRole(role: ReturnType<PassageTable['role']>): string {
  return role === 'prompt' ? 'user' : role
}

function holds(text: string, wanted: string): boolean {
  return text.toLowerCase().includes(wanted.toLowerCase())
}

/** Asked once per transcript. */
function ofTranscript(table: PassageTable, test: (transcript: number) => boolean): PassageTest {
  const known = table.transcripts.map((_, transcript) => test(transcript))
  return passage => known[table.transcriptOf[passage] ?? -1] === true
}

function onBranch(table: PassageTable, wanted: string): PassageTest {
  const found = new Uint8Array(table.size)
  table.eachBranch((branch, from, to) => {
    if (holds(branch, wanted)) found.fill(1, from, to)
  })
  return passage => found[passage] === 1
}

function withAttributes(terms: TermReader, table: PassageTable, attributes: readonly string[]): PassageTest {
  const found = new Uint8Array(table.size)
  for (const passage of terms.withAttributes(attributes)) found[passage] = 1
  return passage => found[passage] === 1
}
