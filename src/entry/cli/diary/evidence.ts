import { join } from 'node:path'
import { accountFaults } from '../../../diary/report/unaccounted.ts'
import { alteredFiles } from '../../../diary/report/verify-day.ts'
import { workspaceFolder } from '../../../diary/settings.ts'
import { renderPrompt } from '../../../invoke.ts'
import { itemsIn, objectsIn } from '../../../kernel/json.ts'
import { formatCount, formatSize } from '../../../kernel/numbers.ts'
import { joinFirst } from '../../../kernel/text.ts'
import { loadPrompts } from '../../../load-operation.ts'
import { type Group, guess } from '../command-line.ts'
import { usageFault } from '../failure.ts'
import { readObject, readText } from '../input.ts'
import type { Cell } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import type { Output } from '../verb.ts'
import { gapsIn, showCertificate } from './days.ts'
import { type DiaryCli, diaryVerb, namesDay } from './part.ts'

/** Verbs about evidence and work items, as agents write them. */
export const evidenceVerbs: Group['commands'] = {
  render: diaryVerb('diary_render', {
    summary: 'write daily-report.json, report.md and report.html from evidence and work items',
    flags: [['allow-gaps', 'allow_gaps', 'also while turns are in no work item; they are listed as gaps']],
    examples: ['render --date 2026-05-12', 'render --yesterday --allow-gaps'],
    async ask({ call, target, settings }, given) {
      const result = await call('diary_render', given)
      const { report } = await call('diary_report', target)
      const { root, workspace = '' } = settings.diary
      const folder = target.date ? workspaceFolder(root, target.date) : workspace
      return { result, gaps: gapsIn(report), folder, allowed: given.allow_gaps }
    },
    json: ({ result }) => result,
    show: ({ result, folder }, page) => page.lines(result.files.map(file => join(folder, file))),
    notes: ({ result, gaps }) => [
      gaps.length > 0 &&
        `Nothing is claimed about ${formatCount(gaps.length, 'turn')}: ${gaps.slice(0, 20).join(', ')}`,
      `Confidence ${result.overall_confidence ?? 'n/a'}. Look at it: daybook diary open --date ${result.date}`,
    ],
    // The report is written, but there are turns in it about which nothing is claimed.
    exit: ({ gaps, allowed }) => (gaps.length > 0 && !allowed ? 8 : 0),
  }),
  verify: diaryVerb('diary_verify', {
    summary: 'read every cited span again, name the sentences whose lines changed, and count turns and sentences anew',
    examples: ['verify --date 2026-05-12', 'verify --yesterday --json'],
    show({ checked, mismatches, sentences, account, files, lost, certificate }, page) {
      page.line(
        mismatches.length === 0
          ? `${formatCount(checked, 'span')} and copies are what they were when they were cited.`
          : `${mismatches.length} of ${checked} spans and copies differ from what was cited.`,
      )
      if (sentences.length > 0) page.heading('No longer supported')
      for (const { where, text, lines } of sentences) {
        const cited = page.colors.dim(`(${joinFirst(lines, 3, { between: '; ' })})`)
        page.line(page.colors.red('✗'), ` ${where}: ${text} `, cited)
      }
      if (mismatches.length > 0) page.heading('Changed lines')
      page.list(
        mismatches,
        [
          ({ found }) => page.colors.red(found === null ? 'missing' : 'changed'),
          ...(['project_key', 'session_ref'] as const),
          ({ turn_ref }) => turn_ref ?? 'whole copy',
          ({ lines }) => lines ?? '',
          ({ expected }) => expected.slice(0, 12),
          ({ found }) => found?.slice(0, 12),
        ],
        { head: ['', 'project', 'session', 'turn', 'lines', 'cited', 'found'] },
      )
      page.section(
        'Changed files',
        alteredFiles(files).map(({ name }) => `${name} is not what Daybook wrote`),
        { mark: page.colors.red('✗') },
      )
      page.section('Lost', lost, { mark: page.colors.red('✗') })
      page.section('Not accounted for', accountFaults(account), { mark: page.colors.red('✗') })
      showCertificate(certificate, page)
    },
    notes: ({ mismatches, sentences, forgotten, account, files, lost }) => [
      accountFaults(account).length > 0
        ? 'The report does not account for all of its day. Write it again: daybook diary render'
        : alteredFiles(files).length > 0 && 'Write the report again from the evidence: daybook diary render',
      lost.length > 0 && 'Bring them back from a backup, or write the day again: daybook diary generate',
      forgotten > 0 && `${formatCount(forgotten, 'cited span')} forgotten with their sessions.`,
      mismatches.length > 0 &&
        `${formatCount(sentences.length, 'sentence')} of the report ${sentences.length === 1 ? 'rests' : 'rest'} on changed lines; the others hold. Renew the day: daybook diary prepare --refresh`,
    ],
  }),
  next: diaryVerb('diary_next', {
    summary: 'what is still to be done for a day: turns without evidence, then turns in no work item',
    flags: [['project <key>', 'project_key', 'only this project'], 'phase', 'limit'],
    examples: ['next --date 2026-05-12', 'next --phase synthesis --json'],
  }),
  read: diaryVerb('read_session_lines', {
    summary: 'lines of a transcript, shortened for reading',
    args: { project: 'project_key', session: 'session_ref' },
    own: { '<lines>': 'a line or a range, such as 12-40', full: 'the lines themselves, at most 100' },
    examples: ['read ledger-d7579830878a S0001 2-11 --date 2026-05-12', 'read ledger-d7579830878a S0001 7 --full'],
    input(given, { lines, full }) {
      const [, start, end = start] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(lines) ?? []
      if (start === undefined) {
        throw usageFault('The lines must be a number or two, joined by a hyphen.', 'For example: 12-40')
      }
      return { ...given, start_line: Number(start), end_line: Number(end), mode: full ? 'full' : 'compact' }
    },
    show({ records, mode, line_range }, page) {
      const digits = String(line_range.end).length
      for (const record of records) {
        const number = page.colors.dim(String(record.line).padStart(digits))
        if (mode === 'full') page.line(number, `  ${record.raw_line}`)
        else showCompact(record, number, ' '.repeat(digits), page)
      }
    },
  }),
  chains: diaryVerb('diary_chains', {
    summary: 'the evidence that was written, turn by turn',
    args: { project: 'project_key' },
    flags: [
      ['session <ref>', 'session_ref', 'only this session'],
      ['turn <ref>', 'turn_ref', 'only this turn'],
      ['cursor <cursor>', 'cursor', 'go on after this one'],
      'limit',
    ],
    examples: [
      'chains ledger-d7579830878a --date 2026-05-12',
      'chains ledger-d7579830878a --session S0001 --turn T0002',
    ],
  }),
  'write-evidence': diaryVerb('write_evidence', {
    summary: 'check one evidence chain and add it; the file holds the arguments of write_evidence, - is stdin',
    own: { '<file>': 'JSON, or - for stdin' },
    examples: ['write-evidence chain.json --date 2026-05-12', 'write-evidence - < chain.json'],
    input: (_, { file }, cli) => argumentsIn(file, cli),
    line: ({ session_ref, turn_ref }) => `${session_ref}/${turn_ref}  appended`,
  }),
  'write-work-item': diaryVerb('write_work_item', {
    summary: 'check one work item and add it; the file holds the arguments of write_work_item, - is stdin',
    own: { '<file>': 'JSON, or - for stdin' },
    examples: ['write-work-item item.json --date 2026-05-12', 'write-work-item - < item.json'],
    input: (_, { file }, cli) => argumentsIn(file, cli),
    line: ({ work_item_ref }) => `${work_item_ref}  appended`,
    notes({ uncovered_turns: left }) {
      if (left.length === 0) return 'Every turn of the project is covered. Next: daybook diary render'
      const turns = left.slice(0, 20).map(({ session_ref, turn_ref }) => `${session_ref}/${turn_ref}`)
      return `${formatCount(left.length, 'turn')} left: ${turns.join(', ')}`
    },
  }),
  prompt: diaryVerb(undefined, {
    summary: 'print a prompt as an MCP client gets it: extract_evidence, synthesize_project, narrate_day',
    own: {
      '<name>': 'of the prompt',
      'project <key>': 'the project it is about',
      'session <ref>': 'the session',
      'turn <ref>': 'the turn',
    },
    examples: ['prompt extract_evidence --yesterday', 'prompt synthesize_project --project ledger-d7579830878a'],
    async ask({ app, caller, target }, _, { name, project, session, turn }) {
      const prompts = await loadPrompts('diary')
      const found = prompts.find(each => each.name === name) ?? refusePrompt(name, prompts)
      const given = { ...target, project_key: project, session_ref: session, turn_ref: turn }
      const args = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
      const outcome = await renderPrompt(app, found, args, caller)
      if (!outcome.ok) throw outcome.fault
      return { name, text: outcome.text }
    },
    text: ({ text }) => `${text}\n`,
  }),
}

type Compact = Output<'read_session_lines'>['records'][number]

function showCompact(record: Compact, number: Cell, blank: string, { line, shortLine, colors }: Terminal): void {
  const who = [record.role ?? record.record_type, itemsIn(record.content_kinds).join(', ')].map(String)
  line(number, '  ', colors.bold(who.filter(Boolean).join(' · ')))
  // A record of tools alone has no words; its summary would only say so.
  const tools = itemsIn(record.tool_uses).length + itemsIn(record.tool_results).length
  const text = String(record.text_preview || (tools === 0 && record.summary) || '')
  for (const each of text.split('\n')) if (each) line(`${blank}  ${each}`)
  for (const { name, input_summary } of objectsIn(record.tool_uses)) {
    shortLine(`${blank}  `, colors.cyan('→'), ' ', `${name} ${input_summary ?? ''}`)
  }
  for (const { kind, status: end, preview, raw_bytes } of objectsIn(record.tool_results)) {
    const facts = [kind, end, typeof raw_bytes === 'number' ? formatSize(raw_bytes) : ''].filter(Boolean).join(', ')
    line(`${blank}  `, colors.cyan('←'), ` ${facts}`)
    for (const each of String(preview ?? '').split('\n')) if (each) shortLine(`${blank}    `, each)
  }
}

/** The day of a flag wins over the one in the file, which wins over today. */
async function argumentsIn(file: string, { target, flags }: DiaryCli): Promise<never> {
  const value = readObject(await readText(file), 'Give the arguments of the operation: {"project_key": …}')
  // The operation judges the shape itself and names every fault.
  return (namesDay(flags) ? { ...value, ...target } : { ...target, ...value }) as never
}

function refusePrompt(given: string, prompts: ReadonlyArray<{ name: string }>): never {
  const names = prompts.map(({ name }) => name)
  throw usageFault('No such prompt.', `${guess(given, names)}There are ${names.join(', ')}.`, { prompt: given })
}
