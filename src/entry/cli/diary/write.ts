import { writeEvidence } from '../../../diary/operations/write-evidence.ts'
import { writeWorkItem } from '../../../diary/operations/write-work-item.ts'
import { usageFault } from '../failure.ts'
import { readText } from '../read-text.ts'
import { namesDay } from './target.ts'
import type { Accepted, DiaryCli, DiaryVerb } from './verb.ts'
import { counted } from './words.ts'

export const writeEvidenceVerb: DiaryVerb<[file: string], object, Accepted<typeof writeEvidence.output>> = {
  usage: 'write-evidence <file>',
  summary: 'check one evidence chain and add it; the file holds the arguments of write_evidence, - is stdin',
  examples: ['write-evidence chain.json --date 2026-05-12', 'write-evidence - < chain.json'],
  ask: async (cli, options, file) => cli.call(writeEvidence, await argumentsIn(file, cli, namesDay(options))),
  show: ({ session_ref, turn_ref }, page) => page.line(`${session_ref}/${turn_ref}  appended`),
}

export const writeWorkItemVerb: DiaryVerb<[file: string], object, Accepted<typeof writeWorkItem.output>> = {
  usage: 'write-work-item <file>',
  summary: 'check one work item and add it; the file holds the arguments of write_work_item, - is stdin',
  examples: ['write-work-item item.json --date 2026-05-12', 'write-work-item - < item.json'],
  ask: async (cli, options, file) => cli.call(writeWorkItem, await argumentsIn(file, cli, namesDay(options))),
  show({ work_item_ref, uncovered_turns }, page) {
    page.line(`${work_item_ref}  appended`)
    page.note(
      uncovered_turns.length === 0
        ? 'Every turn of the project is covered. Next: daybook diary render'
        : `${counted(uncovered_turns.length, 'turn')} left: ${uncovered_turns
            .slice(0, 20)
            .map(({ session_ref, turn_ref }) => `${session_ref}/${turn_ref}`)
            .join(', ')}`,
    )
  },
}

/** The day of a flag wins over the one in the file, which wins over today. */
async function argumentsIn(file: string, { target }: DiaryCli, flagged: boolean): Promise<never> {
  const text = await readText(file)
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw usageFault('The file is not valid JSON.', 'Give the arguments of the operation as one JSON object.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw usageFault('The file must hold one JSON object.', 'Give the arguments of the operation: {"project_key": …}')
  }
  // The operation judges the shape itself and names every fault.
  return (flagged ? { ...value, ...target } : { ...target, ...value }) as never
}
