/** A transcript with longer texts. */
export function stretched(bytes: Buffer): Buffer {
  const lines = bytes
    .toString()
    .split('\n')
    .map(line => {
      try {
        const longer = (key: string, value: unknown) =>
          typeof value === 'string' && lengthened.has(key) ? `${value}${tail}` : value
        return JSON.stringify(JSON.parse(line, longer))
      } catch {
        return line
      }
    })
  return Buffer.from(lines.join('\n'))
}

/** Texts that would change the facts if they counted where they do not, or were missing where they count. */
const tail = `\n[main 0a1b2c3d4e] A commit\nhttps://git.example/a/b/pull/77\n Tests  3 failed | 5 passed (8)\n+ added\n${'word '.repeat(30)}`
const lengthened = new Set(
  'content text command cmd output stdout stderr thinking signature old_string new_string originalFile data message aggregated_output encrypted_content image_url input patch'.split(
    ' ',
  ),
)
