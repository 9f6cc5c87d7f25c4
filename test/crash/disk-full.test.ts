import { describe, expect, it } from 'vitest'
import { canMount } from '../support/small-disk.ts'
import { day, homeOnSmallDisk, inRoom, record } from './home-on-small-disk.ts'

// Without root there is no small disk; what such a machine can do is in disk.test.ts.
describe.each(canMount() ? ['a full disk'] : [])('%s', () => {
  it('has one word and one exit code for records, diary and room, for reading too (soak M5–M7)', async () => {
    const { fill, free, run } = await homeOnSmallDisk()
    fill()
    const told = { code: 1, stderr: expect.stringMatching(/The disk is full; nothing was written\.[\s\S]*disk-full/) }
    for (const command of [
      ['call', 'create_record', JSON.stringify(record)],
      ['records', 'tree'],
      ['diary', 'status', '--date', day],
      ['room', 'receipts', ...inRoom],
      ['context', 'show'],
    ]) {
      expect({ command, ...(await run(...command)) }).toEqual({ command, stdout: '', ...told })
    }
    free()
    expect(await run('records', 'check')).toMatchObject({ code: 0 })
  })
})
