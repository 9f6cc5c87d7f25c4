import { existsSync, writeSync } from 'node:fs'
import type { z } from 'zod'
import type { App, AppContext } from '../../../app.ts'
import { type HookName, hookEvents } from '../../../chat-clients/hook-events.ts'
import { type HookSettings, homeFolder, loadSettings, type Settings } from '../../../config.ts'
import { isPostgres } from '../../../db/db.ts'
import { errorMessage } from '../../../kernel/fault.ts'
import type { Operation } from '../../../kernel/operation.ts'
import { type ClientEvent, readEvent } from './client-event.ts'
import { logHook } from './log.ts'
import { forgetShown, governingText, isNews } from './shown-notes.ts'

/** By the name of the command: the setting that switches it off, and what it does. */
const hooks: { readonly [name in HookName]: { setting: keyof HookSettings; answer: Answer } } = {
  'session-start': { setting: 'session_start', answer: startText },
  'pre-compact': { setting: 'pre_compact', answer: keepWords },
  'pre-tool-use': { setting: 'pre_tool_use', answer: governingLine },
  stop: { setting: 'session_end', answer: given => readLater(given, false) },
  'session-end': { setting: 'session_end', answer: given => readLater(given, true) },
}

export const hookNames = hookEvents.map(({ name }) => name)

/** A chat waits no longer than this, whatever the state of the disk and the database. */
const limitMs = 2500
/** How long a hook waits for others that hold the database: while opening it, and for its one write. */
const waitMs = 120
/** What runs beside the chat ends by itself, too. */
const readingLimitMs = 10 * 60_000

interface Given {
  settings: Settings
  event: ClientEvent
  open(): Promise<App>
}

/** What is added to the chat, or told to the person. */
type HookAnswer = { context: string } | { message: string } | undefined
type Answer = (given: Given) => Promise<HookAnswer>

/** Answers one event. Whatever goes wrong is a line in the log, and the chat goes on as if there were no hook. */
export async function runHook([name = '', why = '']: readonly string[]): Promise<number> {
  const home = homeOf()
  const leave = (message: string) => {
    logHook(home, name, message)
    // At once, because something may still hold the process.
    process.exit(0)
  }
  setTimeout(() => leave('took too long'), name === 'read' ? readingLimitMs : limitMs).unref()
  process.on('uncaughtException', error => leave(error.message))
  process.on('unhandledRejection', error => leave(errorMessage(error)))
  let app: App | undefined
  try {
    const settings = loadSettings({}, process.env)
    const open = async () => {
      const { openStore } = await import('../store.ts')
      const isReading = name === 'read'
      const log = (line: string) => logHook(home, name, line)
      app ??= await openStore(settings, { waitMs: isReading ? undefined : waitMs, later: true, log })
      return app
    }
    if (name === 'read') {
      const { readTranscripts } = await import('./background.ts')
      await readTranscripts(settings, open, why === 'end')
      return 0
    }
    const known = hookEvents.find(each => each.name === name)
    if (!known) return leave(`There is no such hook. Known: ${hookNames.join(', ')}`)
    const hook = hooks[known.name]
    if (!settings.hooks[hook.setting]) return 0
    const event = await readEvent()
    const said = await hook.answer({ settings, event, open })
    if (said) write(known.event, said)
  } catch (error) {
    logHook(home, name, errorMessage(error))
  } finally {
    await app?.close().catch(error => logHook(home, name, String(error)))
  }
  return 0
}

/** Also where the settings cannot be read, since the log is there. */
function homeOf(): string {
  try {
    return homeFolder(process.env)
  } catch {
    return ''
  }
}

function write(event: string, said: NonNullable<HookAnswer>): void {
  const answer =
    'context' in said
      ? { hookSpecificOutput: { hookEventName: event, additionalContext: said.context } }
      : { systemMessage: said.message }
  writeSync(1, `${JSON.stringify(answer)}\n`)
}

/** Nothing was ever stored, so there is nothing to say, and nothing is made. */
function hasStore({ location }: Settings): boolean {
  return isPostgres(location) || existsSync(location)
}

const apart = '\n\n'

/** The block of the project in this folder; after a compaction, what it dropped comes first. */
async function startText(given: Given): Promise<HookAnswer> {
  const { settings, event } = given
  if (event.session !== undefined) forgetShown(settings.home, event.session)
  const isBack = event.source === 'compact' || event.source === 'resume'
  const dropped = isBack ? await droppedText(given) : ''
  // Words that were kept need no database, so they come back also when it cannot be read.
  const block = await blockText(given, dropped).catch(error => {
    logHook(settings.home, 'session-start', errorMessage(error))
    return ''
  })
  const context = [dropped, block].filter(text => text !== '').join(apart)
  return context === '' ? undefined : { context }
}

async function blockText({ settings, event, open }: Given, dropped: string): Promise<string> {
  if (!hasStore(settings)) return ''
  const app = await open()
  const project = await projectOf(app, event)
  if (project === undefined) return ''
  const { tokensIn } = await import('../../../context/block/draft.ts')
  const { limits } = await import('../../../context/limits.ts')
  const left = settings.hooks.max_tokens - tokensIn(dropped && `${dropped}${apart}`)
  if (left < limits.minTokens) return ''
  const { templatePreview } = await import('../../../context/operations/blocks.ts')
  // All of it, because the budget is for what is left without the prompts, and long texts are cut rather than refused.
  const block = await ask(app, templatePreview, { projectId: project, maxTokens: limits.maxTokens }, event)
  const { reminderOf } = await import('../../../context/block/reminder.ts')
  return reminderOf(block, left)
}

async function droppedText({ settings, event, open }: Given): Promise<string> {
  const { contextDropped } = await import('../../../context/operations/compaction.ts')
  const { droppedWords } = await import('../../../context/compaction/words-to-keep.ts')
  const which = event.session === undefined ? { folder: event.folder } : { session: event.session }
  const { words } = await ask(await open(), contextDropped, which, event)
  return droppedWords(words, settings.hooks.max_tokens)
}

async function keepWords({ event, open }: Given): Promise<HookAnswer> {
  const { session, transcript, folder } = event
  if (session === undefined || transcript === undefined) return undefined
  const { contextKeep } = await import('../../../context/operations/compaction.ts')
  await ask(await open(), contextKeep, { session, transcript, folder }, event)
  return undefined
}

/** One line about the record whose glob fits best, once for a file and a session unless it changed. */
async function governingLine({ settings, event, open }: Given): Promise<HookAnswer> {
  if (event.files.length === 0 || !hasStore(settings)) return undefined
  const app = await open()
  const project = await projectOf(app, event)
  if (project === undefined) return undefined
  const { decisionsFor } = await import('../../../records/operations/decisions-for.ts')
  const { decisions } = await ask(app, decisionsFor, { files: event.files, project_id: project }, event)
  const text = governingText(decisions)
  if (text === undefined || !(await isNews(settings.home, event, text))) return undefined
  return { context: text }
}

async function readLater({ settings, event }: Given, isEnd: boolean): Promise<HookAnswer> {
  const { startReading, takeReminder } = await import('./background.ts')
  startReading(settings.home, event.session, isEnd)
  const message = isEnd ? undefined : takeReminder(settings.home)
  return message === undefined ? undefined : { message }
}

async function projectOf(app: App, { folder }: ClientEvent): Promise<string | undefined> {
  const { projectAtFolder } = await import('../../../projects/at-folder.ts')
  return app.db.read(tx => projectAtFolder(tx, folder))
}

async function ask<I extends z.ZodObject, O extends z.ZodObject>(
  app: App,
  operation: Operation<AppContext, I, O>,
  args: z.input<I>,
  { folder }: ClientEvent,
): Promise<z.output<O>> {
  const { callAsOwner } = await import('../../../invoke.ts')
  return callAsOwner(app, operation, args, { folder, by: 'cli' })
}
