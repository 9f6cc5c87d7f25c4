import { dirname, resolve } from 'node:path'
import type { Change, CommandPlace } from '../../../chat-clients/changes.ts'
import { formatCount } from '../../../kernel/numbers.ts'
import type { Group } from '../command-line.ts'
import { usageFault } from '../failure.ts'
import { readText, textOrStdin } from '../input.ts'
import { ownCommand } from '../installed.ts'
import { contextVerb } from '../parts.ts'
import type { Terminal } from '../terminal.ts'
import type { Cli, Input, Output } from '../verb.ts'

const own = {
  'client <name>': 'claude, cursor or codex',
  'dir <folder>': 'put them into this folder instead of the client’s own',
}

const installCommands = contextVerb(undefined, {
  summary: 'write the commands /newcontext, /summarize, /why and /search for a client',
  own: { ...own, force: 'replace files that were changed' },
  async ask({ flags }, _, { force, ...where }) {
    const { commandChanges } = await import('../../../chat-clients/changes.ts')
    const { shellProgram } = await import('../../../chat-clients/server-entry.ts')
    const place = await placeOf(where)
    const [command = 'daybook', ...args] = ownCommand()
    const program = shellProgram({ command, args: [...args, 'mcp'] })
    return applyToFiles(await commandChanges(place, { project: flags.project, program, force: force === true }), place)
  },
  show: listFiles,
})

const uninstallCommands = contextVerb(undefined, {
  summary: 'remove them again, unless they were changed',
  own,
  async ask(_, __, where) {
    const { commandRemovals } = await import('../../../chat-clients/changes.ts')
    const place = await placeOf(where)
    return applyToFiles(await commandRemovals(place), place)
  },
  show: listFiles,
})

interface InstalledFiles {
  files: { path: string; action: string; kept: string | undefined }[]
}

async function applyToFiles(changes: Change[], { folder }: CommandPlace): Promise<InstalledFiles> {
  const { actionOf, applyChanges } = await import('../../../chat-clients/changes.ts')
  await applyChanges(changes, [dirname(folder)])
  return { files: changes.map(change => ({ path: change.path, action: actionOf(change), kept: change.kept })) }
}

async function placeOf({ client, dir }: { client?: string; dir?: string }): Promise<CommandPlace> {
  const { chatClients } = await import('../../../chat-clients/clients.ts')
  const commands = chatClients(process.env, process.cwd()).find(({ name }) => name === client)?.commands
  if (!commands) throw usageFault('Say which client.', 'For example: --client claude')
  return { folder: dir === undefined ? commands.user : resolve(dir), ending: commands.ending }
}

function listFiles({ files }: InstalledFiles, page: Terminal): void {
  for (const { path, action, kept } of files) {
    page.line(`${action.padEnd(6)}  ${path}${kept ? `  (${kept})` : ''}`)
  }
}

const blockFlags = [
  ['slice <name>', 'slice', 'for this block only'],
  ['task-file <name>', 'taskFile', 'for this block only'],
  ['instruction <key>', 'instruction'],
  ['max-tokens <n>', 'maxTokens', 'leave out what is least needed until it fits'],
] as const

const blockOptions = {
  '[extra...]': 'appended to the block as it is, after --',
  'no-digest': 'without open records and recent work',
}

export const contextVerbs: Group = {
  summary: 'start the next chat where this one ended: build, summarize, …',
  commands: {
    build: contextVerb('context_build', {
      summary: 'the block to start a chat with, on stdout',
      flags: blockFlags,
      own: blockOptions,
      more: 'Words after -- are appended to the block as they are.',
      input: withExtra,
      text: blockText,
      notes: blockNotes,
    }),
    preview: contextVerb('template_preview', {
      summary: 'the same without leaving a trace',
      flags: blockFlags,
      own: blockOptions,
      input: withExtra,
      text: blockText,
      notes: blockNotes,
    }),
    summarize: contextVerb('context_summarize', {
      summary: 'store a summary of the current state of the project',
      args: { '[text]': 'summary' },
      flags: [['notes', 'additionalNotes', 'replace the additional notes as well']],
      own: { 'file <file>': 'take the summary from a file' },
      more: 'The text may be - for stdin.',
      async ask({ call }, { projectId, summary: text, additionalNotes }, { file }) {
        if ((file === undefined) === (text === undefined)) {
          throw usageFault('Give the summary as text, with --file, or as - for stdin.', 'One of them, not two.')
        }
        const summary = file === undefined ? await textOrStdin(text) : await readText(file)
        const { entries } = await call('context_history', { projectId, limit: 1 })
        const project = await call('context_summarize', { projectId, summary, additionalNotes })
        return { project, replaced: entries[0]?.n }
      },
      json: ({ project }) => project,
      line: ({ project }) => project.id,
      notes: ({ project: { id }, replaced }) =>
        replaced === undefined
          ? 'This is the first summary of the project.'
          : `It replaces entry ${replaced}. Bring that back with: daybook context restore ${replaced} --project ${id}`,
    }),
    show: contextVerb('context_history', {
      summary: 'the current summary and notes',
      ask: ({ call }, { projectId }) => call('project_get', { id: projectId }),
      json: ({ customData }) => customData,
      show({ customData: { recentEvents = '', additionalNotes = '' } }, page) {
        if (recentEvents.trim()) page.block(recentEvents)
        if (additionalNotes.trim()) {
          page.heading('Notes')
          page.block(additionalNotes)
        }
        const isEmpty = !recentEvents.trim() && !additionalNotes.trim()
        page.note(isEmpty && 'Nothing is stored yet: daybook context summarize')
      },
    }),
    history: contextVerb('context_history', {
      summary: 'the summaries a project ever had, newest first',
      flags: ['limit'],
      list: 'entries',
      columns: ['n', 'timestamp', 'source', 'by', ({ recentEvents }) => recentEvents?.trim().split('\n')[0]],
      empty: 'No summary was stored yet: daybook context summarize',
      notes: ({ entries, total }) =>
        entries.length < total && `${entries.length} of ${total} entries; more with --limit.`,
    }),
    diff: contextVerb('context_history', {
      summary: 'what changed between two summaries',
      own: { '<n>': 'number of the earlier entry', '<m>': 'number of the later entry' },
      async ask(cli, { projectId }, { n, m }) {
        const { unifiedDiff } = await import('../../../evidence/unified-diff.ts')
        const [before, after] = [await entryAt(cli, projectId, n), await entryAt(cli, projectId, m)]
        const compare = (key: 'recentEvents' | 'additionalNotes') =>
          unifiedDiff(before[key] ?? '', after[key] ?? '', { from: `entry ${n}`, to: `entry ${m}` })
        return { recentEvents: compare('recentEvents'), additionalNotes: compare('additionalNotes') }
      },
      show({ recentEvents, additionalNotes }, page) {
        for (const [name, text] of Object.entries({ Summary: recentEvents, Notes: additionalNotes })) {
          if (text === '') continue
          page.line(page.colors.bold(name))
          page.diff(text)
        }
        page.note(recentEvents === '' && additionalNotes === '' && 'They are the same.')
      },
    }),
    dropped: contextVerb('context_dropped', {
      summary: 'what the last compaction of a chat in this folder dropped of your words',
      own: { 'chat <id>': 'of this session, by the id that the chat client gives it' },
      input: (_, { chat }, { caller }) => (chat === undefined ? { folder: caller.folder ?? '.' } : { session: chat }),
      list: 'words',
      columns: [({ dropped }) => (dropped ? 'dropped' : 'kept'), 'kind', ({ line }) => line || '', 'text'],
      notes({ session, kept_at, summary, words, unread_bytes }) {
        if (session === null)
          return 'No compaction was seen here. Hooks keep it; the page docs/guide/hooks.md of the guide shows how to switch them on.'
        return [
          `${words.filter(each => each.dropped).length} of ${formatCount(words.length, 'text')} dropped, kept at ${kept_at}.`,
          summary === 'none' && 'The transcript has no summary to compare with.',
          unread_bytes > 0 && `${formatCount(unread_bytes, 'byte')} in the middle of the transcript were not read.`,
        ]
      },
    }),
    restore: contextVerb('context_restore', {
      summary: 'make an earlier summary the current one again',
      args: { n: 'n' },
      line: ({ id }) => id,
      notes: () => 'It is a new entry of the history; the one it replaced is still there.',
    }),
    prompts: {
      summary: 'the prompts a project may use: list, get, eject',
      commands: {
        list: contextVerb('prompt_list', {
          summary: 'every prompt with the layer it comes from',
          list: 'templates',
          columns: ['key', 'source', 'name'],
          notes: ({ warnings }) => warnings,
        }),
        get: contextVerb('prompt_get', {
          summary: 'one prompt as it is written',
          args: { key: 'templateName' },
        }),
        eject: contextVerb('prompt_list', {
          summary: 'copy prompts into .daybook/prompts.md of the project, to change them there',
          own: { 'key <key>': 'only this one' },
          more: 'Prompts that the project has already are left as they are.',
          ask: async (cli, { projectId }, { key }) =>
            (await import('./eject-prompts.ts')).ejectPrompts(cli, projectId, key),
          show: ({ keys }, page) => page.lines(keys),
          notes: ({ file, keys }) =>
            keys.length === 0
              ? 'The project has them already.'
              : `${formatCount(keys.length, 'prompt')} copied to ${file}.`,
        }),
      },
    },
    commands: {
      summary: 'slash commands for clients without prompts',
      commands: { install: installCommands, uninstall: uninstallCommands },
    },
  },
}

function withExtra(given: Input<'context_build'>, { digest, extra }: { digest: boolean; extra: string[] }) {
  return {
    ...given,
    ...(!digest && { includeDigest: false }),
    ...(extra.length > 0 && { additionalInstructions: extra.join(' ') }),
  }
}

/** Ends with a line break, as a text file does. */
function blockText({ text }: Output<'context_build'>): string {
  return `${text}\n`
}

function blockNotes({ estimatedTokens, sections, notices }: Output<'context_build'>): string[] {
  return [`${sections.length} sections, about ${estimatedTokens} tokens.`, ...notices]
}

/** One entry of the history by its number. */
async function entryAt({ call }: Cli, projectId: string, given: string) {
  const n = Number(given)
  const { entries } = await call('context_history', {
    projectId,
    limit: 1,
    ...(Number.isSafeInteger(n) && n >= 0 && { before: n + 1 }),
  })
  if (entries[0]?.n === n) return entries[0]
  throw usageFault('The history has no entry with that number.', 'See: daybook context history')
}
