/** Longer values say by themselves what they are. */
const longestValue = 300

/**
 * The texts of a line of a transcript as they were before JSON escaped them, one below the other. A short value keeps
 * its name, because often only the name tells that it is a secret.
 */
export function textOfRecord(line: string): string {
  let record: unknown
  try {
    record = JSON.parse(line)
  } catch {
    return line
  }
  const texts: string[] = []
  const open: Array<{ name: string; value: unknown }> = [{ name: '', value: record }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { name, value } = next
    if (typeof value === 'string') texts.push(isNamed(name, value) ? `${name}="${value}"` : value)
    else if (Array.isArray(value)) for (const each of value) open.push({ name, value: each })
    else if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value)) open.push({ name: key, value: each })
    }
  }
  return texts.join('\n')
}

function isNamed(name: string, value: string): boolean {
  return name !== '' && value.length <= longestValue && !/[\s"]/.test(value)
}
