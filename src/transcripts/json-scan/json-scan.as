// Looks at one line of JSON without building anything from it. AssemblyScript: TypeScript with the numbers of WebAssembly,
// compiled by scripts/assemble.mjs. Functions read memory by its places; the caller puts a line there and reads what was noted.
//
// The byte after a line must be a line feed or carriage return: neither can stand inside a token, so no token needs to
// look for the end.

/** Kinds of the open containers, by their depth. */
const deepest: i32 = 4095
/** Members: where key and value begin and end (a key without its quotes), and the member of the line they are in, or -1. */
const members: i32 = 4096
const memberSize: i32 = 20
const mostMembers: i32 = 600
/** What a character may be, by its byte. */
const marks: i32 = 16_128
/** From 16,640 on, 512 KB: what is read of a file. Then keys that are asked for: their length, slot and bytes. */
const wanted: i32 = 544_768
const wantedSize: i32 = 48
const wantedPlaces: i32 = 128
/** By slot, the last member of that name of the line itself, and the last one of any member of it; -1 for none. */
const slots: i32 = 550_912
const slotsInside: i32 = 551_168
const slotsSize: i32 = 512
/** Texts that come again: hash, length, and where their bytes are. */
const texts: i32 = 551_424
const textPlaces: i32 = 512
const mostTexts: i32 = 384
const longestText: i32 = 256
const textBytes: i32 = 559_616
const textBytesEnd: i32 = 625_152
/** Long strings: where their key and they themselves begin and end. */
const longStrings: i32 = 647_168
const mostLongStrings: i32 = 512
const longString: i32 = 96

const mayFollowBackslash: i32 = 1
const isHexadecimal: i32 = 2
const isDigit: i32 = 4
const isSpace: i32 = 8

const quote: i32 = 0x22
const comma: i32 = 0x2c
const minus: i32 = 0x2d
const colon: i32 = 0x3a
const backslash: i32 = 0x5c
const openBrace: i32 = 0x7b
/** In lower case both kinds of containers begin with a brace; each ends with the character two after its beginning. */
const lowerCase: i32 = 0x20
const toItsEnd: i32 = 2

/** Only parsing can decide. */
const unsure: i32 = -1
const malformed: i32 = -2

/** How many long strings there are. */
export let noted: i32 = 0
/** 1 for a key that may be "text", 2 for one that may be "is_error" and true, 4 for a string "agent_progress". */
export let signs: i32 = 0
/** Whether the string read last held a backslash. */
let isEscaped: bool = false

markAll('"\\/bfnrt', mayFollowBackslash)
markAll('0123456789abcdefABCDEF', isHexadecimal)
markAll('0123456789', isDigit)
markAll(' \t\n\r', isSpace)

/** The characters of a text have a mark. */
function markAll(characters: string, mark: i32): void {
  for (let i = 0; i < characters.length; i++) {
    const place = marks + characters.charCodeAt(i)
    store<u8>(place, <i32>load<u8>(place) | mark)
  }
}

// @ts-ignore: a decorator
@inline
function is(byte: i32, mark: i32): bool {
  return (load<u8>(marks + byte) & mark) !== 0
}

/** A bit for each of sixteen bytes that may end a string or begin an escape: a quote, a backslash, a control character. */
// @ts-ignore: a decorator
@inline
function stopsAt(at: i32): i32 {
  const bytes = v128.load(at)
  const controls = i8x16.eq(i8x16.min_u(bytes, i8x16.splat(0x1f)), bytes)
  const others = v128.or(i8x16.eq(bytes, i8x16.splat(<i8>quote)), i8x16.eq(bytes, i8x16.splat(<i8>backslash)))
  return i8x16.bitmask(v128.or(controls, others))
}

/** The place after a string whose opening quote lies before a place, or 0. */
function pastString(at: i32): i32 {
  let stops = stopsAt(at)
  while (true) {
    while (stops === 0) {
      at += 16
      stops = stopsAt(at)
    }
    const ahead = ctz(stops)
    const stop = at + ahead
    const byte: i32 = load<u8>(stop)
    if (byte === quote) return stop + 1
    if (byte !== backslash) return 0
    isEscaped = true
    const next: i32 = load<u8>(stop + 1)
    if (is(next, mayFollowBackslash)) {
      if (ahead < 14) {
        // The rest of the sixteen bytes was looked at already.
        stops &= -1 << (ahead + 2)
        continue
      }
      at = stop + 2
    } else {
      if (next !== 0x75 || !isHexadecimals(stop + 2)) return 0
      at = stop + 6
    }
    stops = stopsAt(at)
  }
}

function isHexadecimals(at: i32): bool {
  for (let end = at + 4; at < end; at++) if (!is(load<u8>(at), isHexadecimal)) return false
  return true
}

function pastDigits(at: i32): i32 {
  while (is(load<u8>(at), isDigit)) at++
  return at
}

/** The place after a number, or 0. */
function pastNumber(at: i32): i32 {
  if (load<u8>(at) === minus) at++
  let end = load<u8>(at) === 0x30 ? at + 1 : pastDigits(at)
  if (end === at) return 0
  if (load<u8>(end) === 0x2e) {
    at = end + 1
    end = pastDigits(at)
    if (end === at) return 0
  }
  if ((load<u8>(end) | lowerCase) === 0x65) {
    at = end + 1
    if (load<u8>(at) === 0x2b || load<u8>(at) === minus) at++
    end = pastDigits(at)
    if (end === at) return 0
  }
  return end
}

/** The place after true, false or null, or 0; their letters as numbers. */
function pastLiteral(at: i32): i32 {
  const word = load<u32>(at)
  if (word === 0x65757274 || word === 0x6c6c756e) return at + 4
  return word === 0x736c6166 && load<u8>(at + 4) === 0x65 ? at + 5 : 0
}

/** The first place that is no white space, at most the end. Seldom any: logs are written without. */
// @ts-ignore: a decorator
@inline
function past(at: i32, end: i32): i32 {
  return load<u8>(at) <= 0x20 ? pastSpaces(at, end) : at
}

function pastSpaces(at: i32, end: i32): i32 {
  while (at < end && is(load<u8>(at), isSpace)) at++
  return at
}

/** What finds no room is left out. */
function noteLongString(key: i32, keyEnd: i32, from: i32, to: i32): void {
  if (noted >= mostLongStrings) return
  const entry = longStrings + noted * 16
  store<i32>(entry, key)
  store<i32>(entry, keyEnd, 4)
  store<i32>(entry, from, 8)
  store<i32>(entry, to, 12)
  noted++
}

// @ts-ignore: a decorator
@inline
function noteEnd(member: i32, at: i32): void {
  store<i32>(members + member * memberSize, at, 12)
}

/** Names and values that the caller asks about, their bytes as numbers. */
// @ts-ignore: a decorator
@inline
function noteSigns(key: i32, size: i32, value: i32): void {
  if (size === 4) {
    if (load<u32>(key) === 0x74786574) signs |= 1
  } else if (size === 8) {
    if (load<u64>(key) === 0x726f7272655f7369 && load<u8>(value) === 0x74) signs |= 2
  } else noteProgress(key, size)
}

// @ts-ignore: a decorator
@inline
function noteProgress(text: i32, size: i32): void {
  if (size === 14 && load<u64>(text) === 0x72705f746e656761 && load<u64>(text + 6) === 0x73736572676f7270) signs |= 4
}

/**
 * Checks a line, which has to be one object; it must accept exactly what JSON.parse accepts, but for what it is unsure of.
 * The members of the outermost levels are noted, long strings and signs at every level. Answers the number of members.
 */
export function scan(at: i32, end: i32, levels: i32): i32 {
  noted = 0
  signs = 0
  memory.fill(slots, 0xff, slotsSize)
  let depth = 1
  let count = 0
  let outer = -1
  let inner = -1
  let key = 0
  let keyEnd = 0
  let inObject = true
  /** The container that is open has nothing in it so far. */
  let isEmpty = true
  at = past(at, end)
  if (load<u8>(at) !== openBrace) return malformed
  store<u8>(depth, openBrace)
  at++
  while (true) {
    at = past(at, end)
    let byte: i32 = load<u8>(at)
    if (inObject && byte === quote) {
      isEmpty = false
      isEscaped = false
      key = at + 1
      at = pastString(key)
      if (at === 0) return malformed
      keyEnd = at - 1
      if (depth <= levels) {
        if (isEscaped || count === mostMembers) return unsure
        if (depth === 1) {
          outer = count
          noteMember(count, key, keyEnd, -1, slots)
        } else {
          inner = count
          noteMember(count, key, keyEnd, outer, slotsInside)
        }
        count++
      }
      at = past(at, end)
      if (load<u8>(at) !== colon) return malformed
      at = past(at + 1, end)
      // A key with a backslash may be any.
      if (isEscaped) signs |= 3
      noteSigns(key, keyEnd - key, at)
      if (depth <= levels) store<i32>(members + (count - 1) * memberSize, at, 8)
      byte = load<u8>(at)
    } else if (inObject) {
      if (!isEmpty) return malformed
    } else if (isEmpty) isEmpty = byte === 0x5d
    if (!isEmpty) {
      if (byte === quote) {
        const from = at
        at = pastString(from + 1)
        if (at === 0) return malformed
        noteProgress(from + 1, at - from - 2)
        if (inObject && at - from >= longString) noteLongString(key, keyEnd, from, at)
      } else if ((byte | lowerCase) === openBrace) {
        depth++
        if (depth > deepest) return unsure
        store<u8>(depth, byte)
        at++
        inObject = byte === openBrace
        isEmpty = true
        continue
      } else {
        at = byte === minus || is(byte, isDigit) ? pastNumber(at) : pastLiteral(at)
        if (at === 0) return malformed
      }
      if (inObject && depth <= levels) noteEnd(depth === 1 ? outer : inner, at)
    }
    // What follows a value: ends of containers, and a comma.
    while (true) {
      at = past(at, end)
      byte = load<u8>(at)
      at++
      if (byte === comma) {
        if (isEmpty) return malformed
        break
      }
      if (byte !== <i32>load<u8>(depth) + toItsEnd) return malformed
      depth--
      isEmpty = false
      if (depth === 0) return past(at, end) === end ? count : malformed
      inObject = load<u8>(depth) === openBrace
      if (inObject && depth <= levels) noteEnd(depth === 1 ? outer : inner, at)
    }
  }
}

// @ts-ignore: a decorator
@inline
function noteMember(member: i32, key: i32, keyEnd: i32, holder: i32, found: i32): void {
  const entry = members + member * memberSize
  store<i32>(entry, key)
  store<i32>(entry, keyEnd, 4)
  store<i32>(entry, holder, 16)
  const place = placeOfKey(key, keyEnd - key)
  if (load<i32>(place) !== 0) store<i32>(found + load<i32>(place, 4) * 4, member)
}

/** Where a wanted key is, or the place it would have. */
function placeOfKey(key: i32, size: i32): i32 {
  let index = (size * 31 + <i32>load<u8>(key) * 7 + <i32>load<u8>(key + size - 1)) & (wantedPlaces - 1)
  while (true) {
    const place = wanted + index * wantedSize
    const known = load<i32>(place)
    if (known === 0 || (known === size && isSame(place + 8, key, size))) return place
    index = (index + 1) & (wantedPlaces - 1)
  }
}

/** Members of that name, of 1 to 40 bytes, are found by their slot from now on. There are fewer slots than places. */
export function want(key: i32, size: i32, slot: i32): void {
  const place = placeOfKey(key, size)
  store<i32>(place, size)
  store<i32>(place, slot, 4)
  memory.copy(place + 8, key, size)
}

function isSame(one: i32, other: i32, size: i32): bool {
  let at = 0
  for (; at + 8 <= size; at += 8) if (load<u64>(one + at) !== load<u64>(other + at)) return false
  return ((load<u64>(one + at) ^ load<u64>(other + at)) & firstBytes(size - at)) === 0
}

/** Ones for so many bytes, fewer than eight. */
// @ts-ignore: a decorator
@inline
function firstBytes(size: i32): u64 {
  return ((<u64>1) << (<u64>size * 8)) - 1
}

let textCount: i32 = 0
let textBytesUsed: i32 = textBytes

/** The number of a text that was kept, or -1. */
export function find(from: i32, to: i32): i32 {
  const entry = to - from > longestText ? 0 : placeOfText(from, to)
  return entry === 0 || load<i32>(entry, 4) === 0 ? -1 : load<i32>(entry, 12)
}

/** Keeps a text, and answers its number; -1 where it is too long. When there are too many, the others are forgotten. */
export function keep(from: i32, to: i32): i32 {
  const size = to - from
  if (size > longestText) return -1
  if (textCount === mostTexts || textBytesUsed + size + 8 > textBytesEnd) {
    memory.fill(texts, 0, textPlaces * 16)
    textCount = 0
    textBytesUsed = textBytes
  }
  const entry = placeOfText(from, to)
  store<u32>(entry, hash(from, size))
  store<i32>(entry, size, 4)
  store<i32>(entry, textBytesUsed, 8)
  store<i32>(entry, textCount, 12)
  memory.copy(textBytesUsed, from, size)
  textBytesUsed += size
  return textCount++
}

function placeOfText(from: i32, to: i32): i32 {
  const size = to - from
  const hashed = hash(from, size)
  let index = hashed & (textPlaces - 1)
  while (true) {
    const entry = texts + index * 16
    const known = load<i32>(entry, 4)
    if (known === 0 || (known === size && load<u32>(entry) === hashed && isSame(load<i32>(entry, 8), from, size))) return entry
    index = (index + 1) & (textPlaces - 1)
  }
}

function hash(at: i32, size: i32): u32 {
  let mixed: u64 = size
  const last = at + size
  for (; at + 8 <= last; at += 8) mixed = mix(mixed ^ load<u64>(at))
  mixed = mix(mixed ^ (load<u64>(at) & firstBytes(last - at)))
  return <u32>(mixed >> 32)
}

// @ts-ignore: a decorator
@inline
function mix(value: u64): u64 {
  const product = value * 0x9e3779b97f4a7c15
  return product ^ (product >> 29)
}

/** Where the next line feed is, or the end. */
export function lineFeed(at: i32, end: i32): i32 {
  const feeds = i8x16.splat(0x0a)
  for (; at < end; at += 16) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(at), feeds))
    if (found !== 0) return min(at + ctz(found), end)
  }
  return end
}

/** Milliseconds of `YYYY-MM-DDThh:mm:ss.mmmZ`, the one form nearly all records have; NaN for every other. */
export function instant(at: i32): f64 {
  if (load<u8>(at + 4) !== minus || load<u8>(at + 7) !== minus || load<u8>(at + 10) !== 0x54) return NaN
  if (load<u8>(at + 13) !== colon || load<u8>(at + 16) !== colon) return NaN
  if (load<u8>(at + 19) !== 0x2e || load<u8>(at + 23) !== 0x5a) return NaN
  const year = value(at, 4)
  const month = value(at + 5, 2)
  const day = value(at + 8, 2)
  const hour = value(at + 11, 2)
  const minute = value(at + 14, 2)
  const second = value(at + 17, 2)
  const fraction = value(at + 20, 3)
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return NaN
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 || fraction < 0) return NaN
  return <f64>(((dayNumber(year, month, day) * 24 + hour) * 60 + minute) * 60 + second) * 1000 + <f64>fraction
}

/** Negative unless all of them are digits. */
function value(at: i32, count: i32): i64 {
  let value: i64 = 0
  for (const end = at + count; at < end; at++) {
    const byte: i32 = load<u8>(at)
    if (!is(byte, isDigit)) return -1
    value = value * 10 + (byte - 0x30)
  }
  return value
}

function daysIn(year: i64, month: i64): i64 {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Days since 1970-01-01, counting years from March so that the leap day comes last. */
function dayNumber(year: i64, month: i64, day: i64): i64 {
  const y = month > 2 ? year : year - 1
  const dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
  return y * 365 + y / 4 - y / 100 + y / 400 + dayOfYear - 719_468
}

/** The halves of the hash that a record's id has (`record-marks.ts`). */
export let idLow: u32 = 0
export let idHigh: u32 = 0

/** Hashes an id; answers whether its bytes are plain characters, for which alone it can. */
export function hashId(at: i32, end: i32): bool {
  let a: u32 = 0x9e3779b9
  let b: u32 = 0x85ebca6b
  for (; at < end; at++) {
    const byte: u32 = load<u8>(at)
    if (byte > 0x7f || byte === backslash) return false
    a = (a ^ byte) * 0x27d4eb2f
    b = (b ^ byte) * 0x165667b1
    a ^= a >> 15
    b ^= b >> 13
  }
  idLow = (a ^ (b >> 16)) * 0x2c1b3c6d
  idHigh = (b ^ (a >> 16)) * 0x297a2d39
  return true
}
