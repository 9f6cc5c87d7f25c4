/** Words by which people demand something of an agent, in the languages whose requests `trigger.ts` knows. */
const demands = [
  // English
  /\b(?:must|never|always|don['’]t|do not|cannot|only|without|make sure|ensure|has to|have to|should not|shouldn['’]t|need to|required|forbidden|instead of|avoid|remember|not allowed|no longer)\b/i,
  // German, French, Spanish, Portuguese, Italian
  /(?<![\p{L}-])(?:nie|niemals|immer(?! noch)|muss|müssen|musst|darf|darfst|dürfen|nicht|kein|keine|keinen|nur|ohne|statt|stattdessen|unbedingt|verboten|vermeide|stell sicher|achte darauf)(?![\p{L}-])/iu,
  /(?<![\p{L}-])(?:jamais|toujours|doit|doivent|il faut|ne \p{L}{1,30} pas|seulement|uniquement|sans|évite|évitez|au lieu de|interdit|obligatoire)(?![\p{L}-])/iu,
  /(?<![\p{L}-])(?:nunca|siempre|debe|debes|deben|hay que|tienes? que|sólo|solo|solamente|sin|evita|en lugar de|en vez de|prohibido|obligatorio|asegúrate)(?![\p{L}-])/iu,
  /(?<![\p{L}-])(?:sempre|deve|devem|devi|devono|precisa|tem que|apenas|somente|evite|em vez de|proibido|bisogna|soltanto|senza|invece di|vietato)(?![\p{L}-])/iu,
  /^(?:no|não|non) \p{L}/iu,
  // Chinese, Japanese, Korean
  /必须|必須|不要|不得|不能|不许|不可|绝不|絕不|永远不|禁止|务必|只能|只用|一定要|避免|^别/u,
  /必ず|絶対|てはいけない|てはいけません|ないで|のみ|だけ|避けて/u,
  /반드시|절대|항상|하지 ?마|금지|만 사용|해야/u,
]

/** Whether a sentence of a person says what must or must not be. */
export function isDemand(sentence: string): boolean {
  return !/[?？]$/u.test(sentence) && demands.some(each => each.test(sentence))
}
