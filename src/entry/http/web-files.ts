import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import type { App, AppContext } from '../../app.ts'
import { invoke } from '../../invoke.ts'
import type { Operation } from '../../kernel/operation.ts'
import { decodePart } from '../../kernel/resource.ts'
import type { Caller } from './caller.ts'
import { failureResponse, json, refusalResponse } from './failure.ts'
import { notBuiltPage } from './pages.ts'

/** Serves the built web client: its files, and its first page for every address the client itself routes. */
export function webFiles(root: string | undefined, earlyAnswers: (path: string, caller: Caller) => Promise<string>) {
  return async (request: Request, path: string, caller: Caller): Promise<Response> => {
    const file = root === undefined ? undefined : await findFile(root, path)
    if (file !== undefined) return fileResponse(request, path, file)
    if (isAsset(request, path)) return noSuchFile()
    const index = root === undefined ? undefined : await findFile(root, '/index.html')
    if (root === undefined || index === undefined) return notBuiltPage()
    if (!dayPage.test(path)) return fileResponse(request, '/index.html', index)
    return earlyResponse(await readFile(index, 'utf8'), await earlyFiles(root), () => earlyAnswers(path, caller))
  }
}

/**
 * The page Daybook opens on, with the files and the answers that it would ask for once its first script has run. What the
 * answers tell is of this moment, so a browser does not keep the document.
 */
function earlyResponse(page: string, link: string, earlyAnswers: () => Promise<string>): Response {
  const [start = '', end = ''] = page.split(/(?=<\/body>)/)
  async function* pieces() {
    yield start
    yield await earlyAnswers()
    yield end
  }
  const body = ReadableStream.from(pieces()).pipeThrough(new TextEncoderStream())
  return new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8', link } })
}

async function earlyFiles(root: string): Promise<string> {
  // Written by our own build.
  const files: string[] = JSON.parse(await readFile(join(root, 'early.json'), 'utf8').catch(() => '[]'))
  return files.map(file => `<${file}>; rel=modulepreload`).join(', ')
}

/** The real path of a regular file inside the root; links may not lead out of it and hidden files do not exist. */
async function findFile(root: string, path: string): Promise<string | undefined> {
  const name = decodePart(path)
  if (name === undefined || name.includes('\0') || name.includes('\\')) return undefined
  const segments = name.split('/').filter(segment => segment !== '')
  if (segments.length === 0 || segments.some(segment => segment.startsWith('.'))) return undefined
  try {
    const inside = (await realpath(root)) + sep
    const file = await realpath(join(root, ...segments))
    return file.startsWith(inside) && (await stat(file)).isFile() ? file : undefined
  } catch {
    return undefined
  }
}

async function fileResponse(request: Request, path: string, file: string): Promise<Response> {
  const { encoding, file: sent } = await smallestVariant(request, file)
  const { size, mtimeMs } = await stat(sent)
  const etag = `W/"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}${encoding ?? ''}"`
  const headers = {
    etag,
    // The builder names these files by their content, so a changed file has another name.
    'cache-control': hashed.test(path) ? 'private, max-age=31536000, immutable' : 'no-cache',
    'content-type': getMimeType(file) ?? 'application/octet-stream',
    vary: 'Accept-Encoding',
    ...(encoding && { 'content-encoding': encoding }),
  }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(await readFile(sent)), { headers })
}

/** The build writes compressed variants beside the files; the first that the caller accepts is sent. */
async function smallestVariant(request: Request, file: string): Promise<{ file: string; encoding?: string }> {
  const accepted = (request.headers.get('accept-encoding') ?? '').split(',').map(each => each.trim().toLowerCase())
  for (const [encoding, ending] of variants) {
    if (!accepted.some(each => each === encoding || (each.startsWith(`${encoding};`) && !/q=0(\.0*)?$/.test(each))))
      continue
    const variant = `${file}.${ending}`
    if (await isFile(variant)) return { file: variant, encoding }
  }
  return { file }
}

const variants = [
  ['br', 'br'],
  ['gzip', 'gz'],
] as const

async function isFile(file: string): Promise<boolean> {
  return stat(file).then(
    found => found.isFile(),
    () => false,
  )
}

const hashed = /^\/assets\/.+-[\w-]{8}\.\w+$/

/** A browser asking for a page never gets a 404 for a client route, even if a project id looks like a file. */
function isAsset(request: Request, path: string): boolean {
  if (path.startsWith('/assets/')) return true
  return !request.headers.get('accept')?.includes('text/html') && getMimeType(path) !== undefined
}

function noSuchFile(): Response {
  return refusalResponse(404, 'INVALID_INPUT', 'No such file.', {
    details: { reason: 'unknown_file' },
    hint: 'Open / for the web client or GET /api/openapi.json for the operations.',
  })
}

interface EarlyAnswersOptions {
  app: App
  operations: readonly Operation<AppContext>[]
  /** The default project of this process. */
  project?: string | undefined
}

/** The page Daybook opens on. */
const dayPage = /^\/diary\/(\d{4}-\d\d-\d\d)$/

/**
 * Answers the call that the page of a day begins with, as this caller would get it: the report or, without one, how far the day
 * is, so that the page asks for nothing in vain. How far a day with a report is takes longer to find out and is not needed to
 * show it. The element holds data, which no browser runs, and no text in it can end it.
 */
export function earlyAnswersFor({ app, operations, project }: EarlyAnswersOptions) {
  const named = (name: string) => operations.filter(operation => operation.name === name)
  const wanted = [...named('diary_report'), ...named('diary_status')]
  return async (path: string, { principal, scope }: Caller): Promise<string> => {
    const args = { date: dayPage.exec(path)?.[1] }
    let last: [call: string, status: number, answer: unknown] | undefined
    for (const operation of wanted) {
      const { toolset, name } = operation
      const outcome = await invoke(app, operation, args, { principal, scope, project, by: 'http' })
      const answer = outcome.ok
        ? json(outcome.result, outcome.status.http)
        : failureResponse(outcome.fault, { toolset, operation })
      last = [`/api/${toolset}/${name} ${JSON.stringify(args)}`, answer.status, await answer.json()]
      if (answer.ok) break
    }
    const data = JSON.stringify(last ? [last] : []).replaceAll('<', '\\u003c')
    return `<script type="application/json" id="early-answers">${data}</script>`
  }
}
