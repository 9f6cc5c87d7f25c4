import { elsewhere } from './languages.ts'

/** Whether a request says little to somebody who knows only its words: what it is about was said before, or is somewhere else. */
export function isVague(text: string): boolean {
  return (
    refersBack(text) ||
    // “Do the second one too”: what is done was named before.
    /^do\b/i.test(text) ||
    aboutTests.test(text) ||
    isAboutGit(text) ||
    aboutTracker.test(text) ||
    aboutTools.test(text) ||
    background.test(text) ||
    allowance.test(text) ||
    elsewhere.refersBack.test(headOf(text, 8)) ||
    elsewhere.aboutTests.test(text)
  )
}

/** A sentence that points back does so at its beginning. */
function headOf(text: string, words: number): string {
  return text.split(' ').slice(0, words).join(' ')
}

/** It means something that was said before: “change this so that …”, “fix 2 and 3”. */
export function refersBack(text: string): boolean {
  const head = headOf(text.replace(/^try /i, ''), 6).replace(relative, '$1 which')
  return (
    /\b(?:this|(?<!\b(?:so|such|sure|ensure|verify|check|means?|know) )that|these|those)(?! (?:branch|repo|repository|project|file|codebase|package|pr|pull request|issue|app|application|game|site|website|program|tool|library|plugin|extension|workspace|folder))\b|\bboth(?! (?:the )?\p{L}{3,}s\b)|\b(?:it|them|similar|ones|the same|the one|the other|the rest|as well)\b|^\p{L}+ (?:number |option |item |point )?#?\d|\boptions? \d/iu.test(
      head,
    ) ||
    /\b(?:there|here)$/i.test(text) ||
    // “3 but on this branch”, “1 - yes”, “alternatively keep …” answer something.
    /^#?\d{1,2}(?: ?[-–—,;]|\)\S| (?:but|and|plus|with|then|please)\b)|^(?:alternatively|otherwise|or)\b/i.test(text) ||
    askedWhy.test(text)
  )
}

/** “A migration that makes …”: the word belongs to the noun before it. */
const relative =
  /\b((?:an?|the|some|any|every|each|all|new) (?:\S+ ){0,2}(?!(?:in|of|on|for|with|from|to|at|by|like|and|or|as|than|into|about|is|are|was|does|do|so)\b)\p{L}[\p{L}-]*) that\b(?! (?:there|it|we|i|you|the|this|these|those|they|he|she|my|our|your)\b)/iu

/** Tests are written for something, and that says what the work is about. */
const aboutTests = /^(?:also )?(?:add|write|create|make|have)\b.{0,24}\btests?\b/i
/** So are branches and commits. */
const aboutGit =
  /^(?:abandon|check ?out|switch to|rename (?:this|the) branch|rebase|commit|push|stash|pull|merge(?! \S+ (?:(?:and|with) \S+ )?into (?!main|master|origin|develop|trunk))|(?:cut|create|make|open|start) (?:an? |the |new |another |draft )*(?:branch|pr|pull request|commit)|branch and|(?:group|split|squash|organi[sz]e)\b.{0,40}\bcommits?)\b/i

/** “Get back to main and pull in the latest” says nothing of the work either. */
function isAboutGit(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  return (
    aboutGit.test(text) ||
    (words.some(word => gitWords.has(word)) && words.every(word => gitWords.has(word) || aroundGit.has(word)))
  )
}

const gitWords = new Set(
  'main master trunk branch branches remote origin upstream pull push commit commits merge rebase sync checkout pr prs fetch stash'.split(
    ' ',
  ),
)
const aroundGit = new Set(
  'a all also and back be changes continue coordinating directly everything first from get go in into is it keep latest local make now on our please s sure ensure switch that the then these this to up date update updated we with work working your'.split(
    ' ',
  ),
)

/** And what is written into a tracker, or taken from it. */
const aboutTracker =
  /^(?:work|working|keep|use|update|put|write|read|brainstorm|pull up|open|fetch|get|see|comment|create|move|add|post|point|link)\b.{0,40}\b(?:linear|jira|ticket|trello|asana|notion|confluence|[a-z]{2,6}-\d{1,6})\b/i

/** A tool is used for something. */
const aboutTools =
  /^(?:use|run|try|invoke|launch|start|call|spawn)\b.{0,40}\b(?:plugin|(?:sub)?-?agents?|reviewers?|mcp|tool)\b/i

/** What was so before is said to explain what is wanted. */
const background =
  /^(?:until (?:recently|now)|previously|currently|right now|so far|at the moment|in the past|originally)\b/i

/** The question is about what was said before. */
export const askedWhy = / (?:why|how|what(?:['’]s| is) (?:wrong|happening|going on)|the (?:cause|reason))$/i

/** What may be left out, how many there are to be, and what is needed to begin say nothing of the work. */
const allowance =
  /^(?:be|stay|keep it) (?:concise|brief|short|thorough|careful|specific|critical)\b|^ignore\b.{0,40}\b(?:this|that|last|previous|scope|above|below)\b|\b[A-E] (?:or|and) [A-E]\b|^(?:(?:skip|leave out) (?:the|that|this)\b|only (?:one|a single|two|three)\b|source \S)/i
