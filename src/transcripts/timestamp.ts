const zero = 48

/**
 * Milliseconds of `YYYY-MM-DDThh:mm:ss[.fraction]` with `Z`, `±hh:mm` or `±hhmm`; null for anything else, for a time
 * that names no zone and for one that never was. json-scan.as reads the form that nearly all have.
 */
export function parseTimestamp(text: unknown): number | null {
  if (typeof text !== 'string' || text.length < 20 || !hasSeparators(text)) return null
  const year = digits(text, 0, 4)
  const month = digits(text, 5, 2)
  const day = digits(text, 8, 2)
  const hour = digits(text, 11, 2)
  const minute = digits(text, 14, 2)
  const second = digits(text, 17, 2)
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month))) return null
  if (!(hour <= 23 && minute <= 59 && second <= 59)) return null
  const zone = zoneAt(text)
  const offset = zone < 0 ? null : offsetAt(text, zone)
  if (offset === null) return null
  const minutes = (dayNumber(year, month, day) * 24 + hour) * 60 + minute - offset
  return (minutes * 60 + second) * 1000 + milliseconds(text, zone)
}

function hasSeparators(text: string): boolean {
  return text[4] === '-' && text[7] === '-' && text[10] === 'T' && text[13] === ':' && text[16] === ':'
}

/** NaN unless all of them are digits; every comparison with NaN is false. */
function digits(text: string, from: number, count: number): number {
  let value = 0
  for (let i = from; i < from + count; i++) {
    const digit = text.charCodeAt(i) - zero
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    value = value * 10 + digit
  }
  return value
}

/** Where the zone begins, after the seconds and their fraction; -1 when the fraction is none. */
function zoneAt(text: string): number {
  if (text[19] !== '.') return 19
  let end = 20
  while (end < text.length && digits(text, end, 1) >= 0) end++
  return end > 20 ? end : -1
}

function milliseconds(text: string, end: number): number {
  const count = Math.min(3, Math.max(0, end - 20))
  return count === 0 ? 0 : digits(text, 20, count) * 10 ** (3 - count)
}

/** Minutes east of Greenwich, when the text ends with a zone here. */
function offsetAt(text: string, at: number): number | null {
  const sign = text[at]
  if (sign === 'Z') return text.length === at + 1 ? 0 : null
  if (sign !== '+' && sign !== '-') return null
  const colon = text[at + 3] === ':' ? 1 : 0
  if (text.length !== at + 5 + colon) return null
  const hours = digits(text, at + 1, 2)
  const minutes = digits(text, at + 3 + colon, 2)
  if (!(hours <= 23 && minutes <= 59)) return null
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes)
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Days since 1970-01-01, counting years from March so that the leap day comes last. */
function dayNumber(year: number, month: number, day: number): number {
  const y = month > 2 ? year : year - 1
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}
