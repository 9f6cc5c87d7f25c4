import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed } from 'vitest'
import type { Record as RecordShape } from '../../src/records/schema.ts'
import { runPreloaded, startServer } from '../support/binary.ts'
import { openPage, openSharedPage } from '../support/chromium.ts'
import { tempHome } from '../support/tempdir.ts'

/**
 * Starts one server for a test file; every test works in a project of its own. `prepareHome` fills the home before
 * the server starts and returns environment variables for it.
 */
export function startTestServer(prepareHome: (home: string) => Environment | Promise<Environment> = () => ({})) {
  const home = tempHome()
  let server: Awaited<ReturnType<typeof startServer>>
  let projects = 0
  beforeAll(async () => {
    server = await startServer({ home, env: await prepareHome(home) })
  })
  let shared: Page | undefined
  const closeShared = async () => {
    await shared?.context().close()
    shared = undefined
  }
  afterAll(async () => {
    await closeShared()
    await server?.stop()
  })

  async function call<T = { [key: string]: unknown }>(name: string, input: unknown): Promise<T> {
    const response = await fetch(`${server.url}/api/${toolsetOf(name)}/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`)
    return answer as T
  }

  /** Opens a path with the token of somebody who has this role in the project. */
  async function openAs(role: 'reader' | 'writer', project: string, path: string): Promise<Page> {
    const { stdout } = await runPreloaded(['token', 'add', `${role}-of-${project}`, '--json'], { home })
    const { secret }: { secret: string } = JSON.parse(stdout)
    const member = await runPreloaded(['member', 'set', `${role}-of-${project}`, project, role], { home })
    expect(member.code).toBe(0)
    const page = await openPage(desktop)
    page.setDefaultTimeout(actionTimeout)
    const address = new URL(path, server.url)
    address.searchParams.set('token', secret)
    await page.goto(address.href)
    return page
  }

  return {
    home,
    url: () => server.url,
    call,
    /** Creates a project; returns its id and the path of its records. */
    async createProject() {
      projects += 1
      const { id } = await call<{ id: string }>('create_project', {
        name: `Project ${projects}`,
        id: `project-${projects}`,
      })
      return { id, path: `/p/${id}/records` }
    },
    /** A chat outside of the page, with its own session and writes. */
    startChat: (project: string) => startOtherChat(call, project),
    /** Opens a path in a browser context of its own, closed at the end of the test. */
    async open(path: string, options: Parameters<typeof openPage>[0] = {}, at = server.url): Promise<Page> {
      const page = await openPage({ ...desktop, ...options })
      page.setDefaultTimeout(actionTimeout)
      await page.goto(`${at}${path}`)
      return page
    },
    /**
     * Opens a path in the page that the file's tests share, with empty storage. The page is not reloaded, which
     * takes a fifth of the time of opening one.
     */
    async visit(path: string): Promise<Page> {
      // The next test gets a new page.
      onTestFailed(closeShared)
      if (shared) {
        await leave(shared)
        await shared.evaluate('endNotices(); localStorage.clear(); sessionStorage.clear()')
        await enter(shared, path)
        return shared
      }
      shared = await openSharedPage({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] })
      shared.setDefaultTimeout(actionTimeout)
      await shared.addInitScript(noticeTimers)
      await shared.goto(`${server.url}${path}`)
      return shared
    },
    openAs,
    openAsReader: (project: string, path: string) => openAs('reader', project, path),
  }
}

const desktop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const
/** Shorter than a test's timeout, so that a failure names the action. */
const actionTimeout = 30_000

/** Adds `endNotices()`, which removes six-second notices at once, so that no test sees the notices of another. */
const noticeTimers = `{
  const wait = window.setTimeout
  const ends = []
  window.setTimeout = (run, delay, ...rest) => {
    if (delay === 6000) ends.push(run)
    return wait(run, delay, ...rest)
  }
  window.endNotices = () => {
    for (const end of ends.splice(0)) end()
  }
}`

/** Navigates an open page to a path without reloading it; the screen is mounted anew. */
export async function goTo(page: Page, path: string): Promise<void> {
  await leave(page)
  await enter(page, path)
}

const nowhere = '/nowhere'
const notFound = (page: Page) => page.getByText('Page not found')

async function leave(page: Page): Promise<void> {
  await changeAddress(page, nowhere)
  await notFound(page).waitFor()
}

async function enter(page: Page, path: string): Promise<void> {
  await changeAddress(page, path)
  if (path !== nowhere) await notFound(page).waitFor({ state: 'detached' })
}

async function changeAddress(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
}

function toolsetOf(name: string): string {
  if (/^(context|project|prompt|template)_/.test(name)) return 'context'
  if (name.startsWith('home_')) return 'home'
  return /^diary_|_session_lines$|^write_/.test(name) ? 'diary' : 'records'
}

type Environment = { [name: string]: string }

type Call = <T>(name: string, input: unknown) => Promise<T>

function startOtherChat(call: Call, project: string) {
  let session: string | undefined
  const named = () => (session === undefined ? {} : { session_id: session })
  return {
    async write(fields: Partial<RecordShape> & { title: string }): Promise<RecordShape> {
      const filled = {
        type: 'question',
        summary: `About ${fields.title}`,
        body: `Text of ${fields.title}\n`,
        ...fields,
      }
      if (filled.parent_id) await this.activate(filled.parent_id)
      const made = await call<{ record: RecordShape; session_id: string }>('create_record', {
        ...filled,
        ...(!filled.parent_id && { project_id: project }),
        ...named(),
      })
      session = made.session_id
      return made.record
    },
    async activate(id: string) {
      const { session_id } = await call<{ session_id: string }>('activate', { id, ...named() })
      session = session_id
    },
    async update(id: string, fields: Partial<RecordShape>): Promise<RecordShape> {
      await this.activate(id)
      return (await call<{ record: RecordShape }>('update_record', { id, ...fields, ...named() })).record
    },
    async transition(id: string, fields: { to_state: string; reason?: string; resolved_by?: string }) {
      await this.activate(id)
      return call<{ record: RecordShape }>('transition', { id, ...fields, ...named() })
    },
    async save(summary: string) {
      return call('save_session', { summary, ...named() })
    },
  }
}

export async function expectVisible(...locators: Locator[]): Promise<void> {
  for (const locator of locators) await locator.waitFor()
}

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor()
  for (let presses = 0; presses < 80; presses++) {
    if (await isFocused(control)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not reach the control.')
}

export async function expectFocused(control: Locator): Promise<void> {
  await expect.poll(() => isFocused(control)).toBe(true)
}

function isFocused(control: Locator): Promise<boolean> {
  return control.evaluateAll(
    ([element, ...others]) =>
      others.length === 0 && element !== undefined && element === element.ownerDocument.activeElement,
  )
}
