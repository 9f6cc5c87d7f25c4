import { isAbsolute, resolve } from 'node:path'
import { isObject, jsonIn } from '../../../kernel/json.ts'

/** What a chat client says of an event, as far as it is understood; every field may be missing or of another kind. */
export interface ClientEvent {
  session: string | undefined
  transcript: string | undefined
  folder: string
  /** Why a session starts: startup, resume, clear, compact. */
  source: string | undefined
  /** The files that a tool is about to edit, as absolute paths. */
  files: string[]
}

/** The event that the client writes to this process. */
export async function readEvent(): Promise<ClientEvent> {
  return clientEvent(await readInput(), folderHere())
}

function clientEvent(json: string, here: string): ClientEvent {
  const parsed = jsonIn(json)
  const given = isObject(parsed) ? parsed : {}
  const folder = resolve(here, textAt(given, 'cwd') ?? '')
  const input = given.tool_input
  const session = textAt(given, 'session_id')
  return {
    // Operations take no longer name for one.
    session: session === undefined || session.length > 200 ? undefined : session,
    transcript: textAt(given, 'transcript_path'),
    folder,
    source: textAt(given, 'source'),
    files: filesIn(isObject(input) ? input : {}).map(file => (isAbsolute(file) ? file : resolve(folder, file))),
  }
}

const maxInput = 32 * 1024 * 1024

/** The folder that the client works in may be gone, as a worktree is when its work is done. */
function folderHere(): string {
  try {
    return process.cwd()
  } catch {
    return '/'
  }
}

async function readInput(): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of process.stdin) {
    parts.push(part)
    size += part.length
    if (size > maxInput) break
  }
  return Buffer.concat(parts).toString('utf8')
}

type JsonObject = { readonly [key: string]: unknown }

function textAt(object: JsonObject, key: string): string | undefined {
  const value = object[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

const maxFiles = 20
const patchMarks = ['*** Update File: ', '*** Add File: ', '*** Delete File: ', '*** Move to: ']

/** The file that an edit names, or those of a patch. */
function filesIn(input: JsonObject): string[] {
  const named = ['file_path', 'notebook_path', 'path'].flatMap(key => textAt(input, key) ?? [])
  const patch = ['patch', 'input', 'command'].flatMap(key => textsIn(input[key])).filter(text => text.includes('*** '))
  const patched = patch
    .flatMap(text => text.split('\n'))
    .flatMap(line => {
      const mark = patchMarks.find(each => line.startsWith(each))
      return mark === undefined ? [] : [line.slice(mark.length).trim()]
    })
  return [...new Set([...named, ...patched])].filter(file => file !== '' && file.length <= 1024).slice(0, maxFiles)
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : []
}
