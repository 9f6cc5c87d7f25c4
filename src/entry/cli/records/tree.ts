import { getRecordRef } from '../../../records/operations/get-record-ref.ts'
import { listRecords } from '../../../records/operations/list-records.ts'
import type { RecordRef } from '../../../records/schema.ts'
import { rows } from '../rows.ts'
import type { Cli, Verb } from '../verb.ts'
import { numberFrom, statesFrom } from './asked.ts'
import { count, legend, stateMark } from './words.ts'

interface Options {
  state?: string
  depth?: string
  under?: string
}

interface Tree {
  records: RecordRef[]
  total: number
  project_id: string
}

export const tree: Verb<[], Options, Tree> = {
  usage: 'tree',
  summary: 'the records of a project as an indented tree',
  options: [
    ['--state <states>', 'only these states, separated by commas: OPEN,LATER'],
    ['--depth <n>', 'at most so many levels'],
    ['--under <record>', 'only this record and what lies below it'],
  ],
  async ask(cli, { state, depth, under }) {
    const levels = numberFrom(depth, '--depth')
    const top = under === undefined ? [] : [await cli.call(getRecordRef, { id: under })]
    const below = await everyPage(cli, {
      states: statesFrom(state),
      ...(under === undefined ? { depth: levels } : { parent_id: under, depth: levels ?? 1000 }),
      project_id: under === undefined ? cli.project : undefined,
    })
    return { ...below, records: [...top, ...below.records], total: below.total + top.length }
  },
  show({ records, total, project_id }, page) {
    const least = Math.min(...records.map(ref => ref.depth))
    page.data(
      rows(
        records.map(({ id, state, type, title, depth }) => [
          { text: id, paint: page.colors.bold },
          stateMark(state, page.colors),
          `${'  '.repeat(depth - least)}${type}: ${title}`,
        ]),
        page,
      ),
    )
    page.note(
      total === 0
        ? `No records in ${project_id}. Other projects: daybook call list_projects. Add a record: daybook records add --help`
        : legend,
    )
    if (total > 0) page.note(`${count(total, 'record')} in ${project_id}`)
  },
}

async function everyPage(
  cli: Cli,
  args: Parameters<typeof cli.call<typeof listRecords.input, typeof listRecords.output>>[1],
) {
  const page = await cli.call(listRecords, { ...args, limit: 1000 })
  const records = [...page.records]
  for (let next = page.next_offset; next !== undefined; ) {
    const more = await cli.call(listRecords, { ...args, limit: 1000, offset: next })
    records.push(...more.records)
    next = more.next_offset
  }
  return { records, total: page.total, project_id: page.project_id }
}
