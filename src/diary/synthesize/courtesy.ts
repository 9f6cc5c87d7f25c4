import { elsewhere } from './languages.ts'

/** Whether a sentence asks for something politely: “can you …”. */
export function isPolite(sentence: string): boolean {
  return polite.test(sentence) || elsewhere.polite.some(pattern => pattern.test(sentence))
}

/** What a request begins with out of courtesy. */
export const courtesies = [
  /^(?!(?:apply|supply|reply|multiply|comply|imply|rely|only|early|daily|weekly|monthly|yearly|assembly|family)\b)[a-z]{2,12}ly(?: and [a-z]{2,12}ly)? (?=\p{L})/iu,
  /^(?:hi|hey|hello|ok+|okay|so|and|also|now|then|yes|yeah|yep|no+|sorry|hm+|ah|o+h|uh oh|u[hm]+|oops|wow|ugh|gah|aha|eh+|well|alright|great|perfect|thanks|thank you|cool|nice|right|sure|first|next(?=[,:–—-])|one (?:last |more )?(?:thing|question|modification)|question|note|thinking (?:again|about (?:it|this)))\b[\s,:;.!–—-]*/i,
  /^(?:please|pls|plz|pelase|plase|plese|pleas|pleae|kindly|maybe|just|again|actually|instead|ideally|basically|essentially)\b[\s,]*/i,
  /^(?:can|could|would|will) (?:you|we|u)(?: please| pls| maybe| also| just| now| then| again| quickly| actually)*\b[\s,]*/i,
  /^(?:let['’]?s|let us)(?: please| maybe| also| just| now| then| first| completely| try (?:to|and)\b)*\b[\s,]*/i,
  /^(?:i|we)(?: also| now| just)?(?:['’]d(?: also)? like| would(?: also)? like| want| need| wanted)(?: (?:us|you|it))?(?: now| also)? to (?:be able to )?\b/i,
  /^(?:i think |i feel |i guess |(?:i['’]?m|i am) (?:thinking|wondering) (?:that |if |whether )?(?:maybe )?)?we (?:should|need to|have to|must|could)(?: also| now| maybe| just)*\b[\s,]*/i,
  /^(?:(?:i['’]?m|i am) thinking |i think )?maybe we can(?: also| now| just)*\b[\s,]*/i,
  /^you (?:should|need to|have to|must|could|can)(?: also| now)*\b[\s,]*/i,
  /^(?:i['’]?m|i am) (?:working on|looking at|trying to)\b[\s,]*/i,
  /^(?:help me|go ahead and|try to|try(?! \p{L}+ing\b)|make sure (?:to|that)?|do me a favor and)\b[\s,]*/iu,
]

/** What is asked for politely. */
export const polite =
  /^(?:can|could|would|will) (?:you|we|u)\b|^(?:please|pls|plz|pelase|plase|plese|pleas|pleae|let['’]?s|let us)\b|^(?:i|we)(?: also)?(?:['’]d(?: also)? like| would(?: also)? like| want| need)\b|^(?:i think |i guess )?we (?:should|need|have|must)\b|^(?:make sure|help me|go ahead|try to)\b/i
