import type { z } from 'zod'
import { getRecordDiff } from '../../../records/operations/get-record-diff.ts'
import { getRecordRef } from '../../../records/operations/get-record-ref.ts'
import type { Cli, Verb } from '../verb.ts'
import { visible } from '../visible.ts'
import { printDiff } from './diff-text.ts'
import { when } from './words.ts'

type Difference = z.output<typeof getRecordDiff.output>

export const diff: Verb<[record: string, from: string | undefined, to: string | undefined], object, Difference> = {
  usage: 'diff <record> [from] [to]',
  summary: 'what changed between two versions',
  more: 'from and to: v3, tick:12, 2025-02-10, first, current, last_save. Without them: the last change.',
  ask: async (cli, _, id, from, to) =>
    cli.call(getRecordDiff, { id, from: from ?? (await previous(cli, id)), ...(to !== undefined && { to }) }),
  show({ diff: changed, from_resolved, to_resolved }, page) {
    const { body, ...fields } = changed
    for (const [name, change] of Object.entries(fields)) {
      if (change === undefined) continue
      page.line(page.colors.bold(name))
      page.line(page.colors.red(`- ${shown(change.old)}`))
      page.line(page.colors.green(`+ ${shown(change.new)}`))
    }
    if (body !== undefined) printDiff(body, page)
    const [from, to] = [from_resolved, to_resolved].map(({ version, timestamp }) => `v${version} of ${when(timestamp)}`)
    page.note(Object.keys(changed).length === 0 ? `No difference: ${from} and ${to}.` : `From ${from} to ${to}.`)
  },
}

async function previous(cli: Cli, id: string): Promise<string> {
  const { version } = await cli.call(getRecordRef, { id })
  return `v${Math.max(1, version - 1)}`
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '(none)'
  return visible(typeof value === 'string' ? value : JSON.stringify(value))
}
