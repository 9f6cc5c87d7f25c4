import type { Settings } from '../../../config.ts'
import { diaryStatus } from '../../../diary/operations/diary-status.ts'
import { trimEndOf } from '../../../kernel/trim.ts'
import { hasBrowser, openBrowser } from '../browser.ts'
import { stopSignal } from '../stopping.ts'
import type { DiaryCli, DiaryVerb } from './verb.ts'

interface Opened {
  date: string
  url: string
}

export const open: DiaryVerb<[], { json?: true }, Opened> = {
  usage: 'open',
  summary: 'show a day in the browser; serves it until Ctrl-C when no Daybook is running here',
  examples: ['open --yesterday', 'open --date 2026-05-12'],
  handlesInterrupt: true,
  async ask(cli, { json }) {
    const { date } = await cli.call(diaryStatus, cli.target)
    const base = addressOf(cli.settings)
    const url = `${base}/diary/${date}`
    if (json || (await isServed(base, date))) {
      if (!json) show(cli, url)
      return { date, url }
    }
    return { date, url: await serveDay(cli, date) }
  },
  show: () => {},
}

function addressOf({ diary, server }: Settings): string {
  return trimEndOf(diary.baseUrl ?? `http://127.0.0.1:${server.port}`, '/')
}

/** Whether a Daybook answers there that has this day; one that wants a token first will show it after that. */
async function isServed(base: string, date: string): Promise<boolean> {
  try {
    const answer = await fetch(`${base}/api/diary/diary_status?date=${date}`, { signal: AbortSignal.timeout(2000) })
    return answer.ok || answer.status === 401
  } catch {
    return false
  }
}

async function serveDay(cli: DiaryCli, date: string): Promise<string> {
  const { listenNearby } = await import('../start.ts')
  const stopped = stopSignal()
  const server = await listenNearby(cli.app, cli.settings, {})
  const url = `${server.url}/diary/${date}`
  show(cli, url)
  cli.page.note('Ctrl-C stops it.')
  await stopped
  await server.close()
  return url
}

function show({ page }: DiaryCli, url: string): void {
  page.line(url)
  if (hasBrowser()) openBrowser(url)
}
