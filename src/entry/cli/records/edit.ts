import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedRegions } from '../../../evidence/merge-texts.ts'
import { Fault } from '../../../kernel/fault.ts'
import { makeHandle } from '../../../kernel/handles.ts'
import { changesBetween, type Draft, draftOf, headerTexts, readDraft, writeDraft } from '../../../records/draft.ts'
import type { Record } from '../../../records/schema.ts'
import type { Terminal } from '../terminal.ts'
import type { Cli, Output } from '../verb.ts'

interface Edited {
  base: Record
  /** Absent when nothing was changed and so nothing was written. */
  answer?: Output<'update_record'> & { printConflict?: (page: Terminal) => void }
}

/** Opens a record in the person's editor and writes what was changed, unless somebody else changed it meanwhile. */
export async function editRecord(
  cli: Cli,
  id: string,
  withActive: <R>(cli: Cli, record: string, change: (session_id: string) => Promise<R>) => Promise<R>,
): Promise<Edited> {
  const { record: base } = await cli.call('show_record', { id })
  const file = draftFile(cli.settings.home, base)
  const before = draftOf(base)
  const original = writeDraft(base)
  writeFileSync(file, original, { flag: 'wx', mode: 0o600 })
  try {
    await openEditor(file)
    const yours = readDraft(readFileSync(file, 'utf8'), before)
    const changes = changesBetween(before, yours)
    if (Object.keys(changes).length === 0) {
      rmSync(file)
      return { base }
    }
    const answer = await withActive(cli, base.id, session_id =>
      cli.call('update_record', { id: base.id, ...changes, base_version: base.version, session_id }),
    )
    const theirs = answer.conflict?.other_version
    if (theirs) return { base, answer: { ...answer, printConflict: printConflict({ base, yours, theirs, file }) } }
    rmSync(file)
    return { base, answer }
  } catch (error) {
    if (existsSync(file) && readFileSync(file, 'utf8') !== original) {
      cli.page.note(`Your text is kept in ${file}`)
    } else rmSync(file, { force: true })
    throw error
  }
}

function draftFile(home: string, { id, version }: Record): string {
  const folder = join(home, 'drafts')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return join(folder, `${id}-v${version}-${makeHandle('draft').slice(-6)}.md`)
}

/** Opens the person's editor on a file and waits until it is closed. */
async function openEditor(file: string): Promise<void> {
  const windows = process.platform === 'win32'
  const editor = process.env.EDITOR || process.env.VISUAL || (windows ? 'notepad' : 'vi')
  // The editor may draw on the terminal, but a piped stdout carries our data.
  const stdio: ['inherit', 'inherit' | 2, 'inherit'] = ['inherit', process.stdout.isTTY ? 'inherit' : 2, 'inherit']
  // EDITOR may hold arguments of its own, so a shell reads it; the file is handed over as an argument, never as text.
  const child = windows
    ? spawn(`${editor} "${file}"`, { stdio, shell: true })
    : spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio })
  // Ctrl-C is for the editor, which shares the terminal with us.
  const ignore = () => {}
  process.on('SIGINT', ignore)
  const [code] = await once(child, 'exit').finally(() => process.off('SIGINT', ignore))
  if (code === 0) return
  throw new Fault('INTERNAL', 'The editor ended with an error; nothing was written.', {
    details: { exit: code },
    hint: 'Set EDITOR to an editor that stays open until you are done, for example: EDITOR="code --wait"',
  })
}

interface Conflict {
  base: Record
  yours: Draft
  theirs: Record
  file: string
}

/** What was changed meanwhile and what the person wanted, side by side; nothing has been written. */
function printConflict({ base, yours, theirs, file }: Conflict) {
  return (page: Terminal) => {
    page.note(`${base.id} was changed by somebody else while you were editing: it is version ${theirs.version} now.`)
    page.note('Nothing was overwritten. | is what you started from, < is yours, > is what is stored now.')
    const texts = [draftOf(base), yours, draftOf(theirs)].map(asTexts)
    for (const name of [...headerTexts, 'related', 'metadata', 'body'] as const) {
      const [before = '', mine = '', stored = ''] = texts.map(each => each[name])
      const text = threeWayText(before, mine, stored)
      if (text === '') continue
      page.line(page.colors.bold(name))
      page.block(text)
    }
    page.note(`Your text is kept in ${file}`)
    page.note(`To merge: daybook records edit ${base.id}, and take over what you need from there.`)
  }
}

function asTexts({ related, metadata, ...texts }: Draft) {
  return { ...texts, related: related.join(', '), metadata: JSON.stringify(metadata) }
}

/** Every region that somebody changed: whose change it is, and its lines on each side that changed them. */
export function threeWayText(base: string, yours: string, theirs: string): string {
  // Every line ends alike here, so that only words count.
  const regions = changedRegions(`${base}\n`, `${yours}\n`, `${theirs}\n`)
  return regions
    .flatMap(region => {
      const [before, mine, stored] = [region.base, region.yours, region.theirs].map(lines => lines.join(''))
      const isMine = mine !== before
      const isTheirs = stored !== before
      const both = mine === stored ? 'both, alike' : 'both, differently'
      return [
        `@@ line ${region.from + 1}: changed by ${isMine && isTheirs ? both : isMine ? 'you' : 'them'}\n`,
        ...region.base.map(line => `| ${line}`),
        ...(isMine ? region.yours.map(line => `< ${line}`) : []),
        ...(isTheirs ? region.theirs.map(line => `> ${line}`) : []),
      ]
    })
    .join('')
}
