import type { z } from 'zod'
import { createRecord } from '../../../records/operations/create-record.ts'
import { usageFault } from '../failure.ts'
import { readText } from '../read-text.ts'
import type { Cli, Verb } from '../verb.ts'
import { visible } from '../visible.ts'
import { stateFrom } from './asked.ts'
import { closingAfter, withActive } from './one-shot.ts'

interface Options {
  title?: string
  type?: string
  parent?: string
  summary?: string
  body?: string
  bodyFile?: string
  state?: string
  related?: string
}

type Created = z.output<typeof createRecord.output>

export const add: Verb<[], Options, Created> = {
  usage: 'add',
  summary: 'write a new record',
  options: [
    ['--title <text>', 'one line that says what it is'],
    ['--type <word>', 'question, decision, note, … (default note)'],
    ['--parent <record>', 'the record it belongs under; without one it is a root'],
    ['--summary <text>', 'one or two sentences for listings (default: the title)'],
    ['--body <text>', 'the full text'],
    ['--body-file <file>', 'the full text from a file, or - for stdin'],
    ['--state <state>', 'OPEN (default), LATER, RESOLVED or DISCARDED'],
    ['--related <records>', 'record ids, separated by commas'],
  ],
  async ask(cli, options) {
    const fields = await fieldsFrom(options)
    if (options.parent === undefined) return createRoot(cli, fields)
    const { parent } = options
    return withActive(cli, parent, session_id => cli.call(createRecord, { ...fields, parent_id: parent, session_id }))
  },
  show({ record, warnings, notices }, page) {
    page.line(`${record.id}  ${visible(record.title)}`)
    for (const { message } of warnings) page.note(`Note: ${visible(message)}`)
    for (const notice of notices) page.note(`Note: ${visible(notice)}`)
  },
}

async function fieldsFrom({ title, type = 'note', summary, body, bodyFile, state, related }: Options) {
  if (title === undefined) throw usageFault('A record needs a title.', 'Give one with --title "…".')
  if ((body === undefined) === (bodyFile === undefined)) {
    throw usageFault('A record needs a body.', 'Give it with --body "…", or --body-file FILE (- for stdin).')
  }
  return {
    title,
    type,
    summary: summary ?? title,
    body: body ?? (await readText(bodyFile ?? '-')),
    ...(state !== undefined && { state: stateFrom(state) }),
    ...(related !== undefined && { related: related.split(',').map(id => id.trim()) }),
  }
}

async function createRoot(cli: Cli, fields: Awaited<ReturnType<typeof fieldsFrom>>): Promise<Created> {
  const project_id = cli.project ?? cli.pin
  const created = await cli.call(createRecord, {
    ...fields,
    ...(project_id && { project_id }),
    ...(cli.session && { session_id: cli.session }),
  })
  return closingAfter(cli, created.session_id, async () => created)
}
