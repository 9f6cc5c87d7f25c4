import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { projectImport } from '../../../context/operations/project-import.ts'
import { conflictRules } from '../../../context/transfer/import.ts'
import { Fault } from '../../../kernel/fault.ts'
import { usageFault } from '../failure.ts'
import { readText } from '../read-text.ts'
import { rows } from '../rows.ts'
import type { Verb } from '../verb.ts'

interface Options {
  dryRun?: true
  onConflict?: string
  skipInvalid?: true
}

export const importVerb: Verb<[source: string], Options, z.output<typeof projectImport.output>> = {
  usage: 'import <file-or-folder>',
  summary: 'bring in the projects of a legacy projects.json',
  toolset: 'context',
  options: [
    ['--dry-run', 'only say what would be done'],
    ['--on-conflict <skip|update|new-id>', 'what to do with an id that is taken (default skip)'],
    ['--skip-invalid', 'import the others when some entries cannot be'],
  ],
  more: 'The file is only read. A folder is searched for projects.json.',
  async ask(cli, { dryRun = false, onConflict, skipInvalid = false }, source) {
    const file = fileIn(source)
    try {
      const json = await readText(file)
      return await cli.call(projectImport, {
        json,
        dry_run: dryRun,
        on_conflict: ruleFrom(onConflict),
        skip_invalid: skipInvalid,
      })
    } catch (error) {
      throw withBackup(error, `${file}.backup`)
    }
  },
  show({ entries, counts, dry_run }, page) {
    page.data(
      rows(
        entries.map(({ status, id, name, reason = '' }) => [status, id, name, reason]),
        page,
      ),
    )
    page.note(
      Object.entries(counts)
        .filter(([, n]) => n > 0)
        .map(([status, n]) => `${n} ${status}`)
        .join(', ') || 'The file holds no entries.',
    )
    if (dry_run) page.note('Nothing was written.')
  },
}

function fileIn(source: string): string {
  if (source === '-') return source
  return statSync(source, { throwIfNoEntry: false })?.isDirectory() ? join(source, 'projects.json') : source
}

function ruleFrom(given: string | undefined) {
  if (given === undefined) return undefined
  const rule = conflictRules.find(each => each === given)
  if (rule) return rule
  throw usageFault('No such rule for conflicts.', `The rules are ${conflictRules.join(', ')}.`)
}

/** A copy that another program left beside a broken file is named, never used unasked. */
function withBackup(error: unknown, backup: string): unknown {
  if (!(error instanceof Fault) || error.code !== 'INVALID_INPUT' || !existsSync(backup)) return error
  const { message, hint, details } = error
  const named = `${hint} A copy lies beside it: ${backup}`
  return new Fault('INVALID_INPUT', message, { hint: named, ...(details && { details }), cause: error })
}
