import type { App } from '../../app.ts'
import { contentPolicy } from '../../diary/report/html/page.ts'
import { writtenView, writtenViews } from '../../diary/report/stored-reports.ts'
import { isOwner, ownerOnly } from '../../projects/owner.ts'
import type { Caller } from './caller.ts'
import { failed, refused } from './failure.ts'

/** The address of a written report; everything else below /diary belongs to the page. */
export const reportPath = '/diary/:date{\\d{4}-\\d{2}-\\d{2}}/:file{report\\.(?:html|md)}'

/** Serves the files that render wrote, under the policy they were written for. */
export async function reportFile(app: App, date: string, file: string, caller: Caller): Promise<Response> {
  if (!isOwner(caller)) return failed(ownerOnly(), { toolset: 'diary' })
  const name = writtenViews.find(each => each === file)
  const bytes = name && (await writtenView(app.diary, date, name))
  if (!bytes) {
    return refused(404, 'INVALID_INPUT', 'No report of that day is written.', {
      toolset: 'diary',
      hint: 'Write it with daybook diary render, or with diary_render.',
    })
  }
  const type = name === 'report.html' ? 'text/html' : 'text/markdown'
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': contentPolicy,
      'x-content-type-options': 'nosniff',
    },
  })
}
