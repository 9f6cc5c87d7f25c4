import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { runDaybook } from '../support/binary.ts'
import { canMount, mountSmallDisk } from '../support/small-disk.ts'
import { edit, person, user } from './hooked-chat.ts'

it.runIf(canMount())(
  'on a disk that is full or cannot be written a chat notices nothing, and words that were kept still come back',
  async () => {
    const disk = mountSmallDisk(16 << 20)
    const here = await person(runDaybook, disk.folder)
    await here.prepare()
    here.write(user('Never touch the migrations.'))
    await here.hook('pre-compact', { trigger: 'auto' })
    const restart = () => here.hook('session-start', { source: 'compact' })
    const words = (await restart()).hookSpecificOutput.additionalContext
    expect(words).toContain('Never touch the migrations.')
    const raise = async () => {
      for (const event of ['pre-compact', 'pre-tool-use', 'stop', 'session-end']) {
        expect(await here.hook(event, edit)).toBeUndefined()
      }
      expect((await restart())?.hookSpecificOutput.additionalContext).toContain('Never touch the migrations.')
    }
    disk.fill()
    await raise()
    disk.free()
    // The reading beside the chat may still write.
    await expect.poll(() => isMadeReadOnly(disk.folder), { timeout: 30_000 }).toBe(true)
    await raise()
  },
)

function isMadeReadOnly(folder: string): boolean {
  return spawnSync('mount', ['-o', 'remount,ro', folder], { stdio: 'ignore' }).status === 0
}
