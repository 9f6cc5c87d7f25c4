/** How people ask in other languages than English; titles keep the words and lose the courtesies. */
export const elsewhere = {
  /** What is asked for politely. */
  polite: [
    /^(?:(?:bitte|kannst|könntest|würdest|magst|können|könnten|würden)(?!\p{L})|ich (?:möchte|will|hätte)(?!\p{L})|wir (?:sollten|müssen)(?!\p{L})|lass(?:t)? uns(?!\p{L}))/iu,
    /^(?:¿?(?:puedes|podrías|puede|podría|podemos|podríamos)|por favor|quiero|necesito|vamos a|me gustaría|hay que|tenemos que|deberíamos)(?!\p{L})/iu,
    /^(?:peux-tu|pourrais-tu|pouvez-vous|pourriez-vous|tu peux|peut-on|pourrait-on|je veux|je voudrais|j['’]aimerais|il faut|il faudrait|s['’]il)(?!\p{L})/iu,
    /^(?:você pode|você poderia|pode|poderia|podes|podemos|quero|preciso|gostaria|puoi|potresti|può|potremmo|vorrei|dobbiamo|per favore|per piacere)(?!\p{L})/iu,
    /^(?:пожалуйста|можешь|можете|мог бы|могли бы|давай|давайте|нужно|надо|хочу|нам нужно|не мог бы)(?!\p{L})/iu,
    /^(?:请|請(?![求負願])|麻烦|麻煩|帮我|幫我|帮忙|能不能|能否|可不可以|可以帮|可以幫|能帮|能幫|你能|你可以|我想|我希望|我们(?:应该|需要|可以)|我們(?:應該|需要|可以)|让我们|讓我們|咱们)/iu,
    /(?:[てで](?:ください|下さい|くれ|ほしい|欲しい|もらえ(?:ます|ません)か|いただけ(?:ます|ません)か|くれ(?:ます|ません)か|頂けますか)(?:です)?|お願いします|お願い|たいです|たい|[가-힣]\s?줘(?:요)?|해\s?줄\s?(?:수\s?있(?:어|나요)|래)(?:요)?|[가-힣] ?주세요|부탁(?:해|드립니다|드려요)?)[。.!！?？]*$/iu,
  ],
  /** A question for an answer. */
  inquiry:
    /^(?:¿(?!puedes|podrías|puede|podría|podemos)|(?:was|welche[rsnm]?|wer|wo|wann|warum|wieso|weshalb|wie|ist|sind|war|hat|haben|soll|sollen|gibt es|qué|cuál|cuáles|quién|dónde|cuándo|por qué|cómo|es|son|hay|est-ce|qu['’]est-ce|pourquoi|comment|quel|quelle|o que|qual|quando|perché|come|почему|зачем|как|что|где|когда|какой|какая|какие|кто|есть ли)(?!\p{L})|为什么|為什麼|怎么|怎麼|什么|什麼|哪|是不是|是否|なぜ|どうして|どう|何|왜|어떻게|무엇)|(?:です|ます|でしょう|ました|なの)か[。？?]*$|(?:나요|까요|는지|인가요)[?？]*$/iu,
  /** Something is to be looked at, not changed. */
  looks:
    /^(?:(?:prüfe?|schau|erkläre?|zeige?|sag|beschreibe?|vergleiche?|analysiere?|untersuche?|finde?|liste?|revisa|mira|explica|explicar|muestra|dime|describe|compara|analiza|investiga|busca|vérifie|regarde|explique|montre|dis-moi|décris|compare|analyse|cherche|verifica|spiega|mostra|controlla|verifique|explique|проверь|посмотри|объясни|покажи|расскажи|сравни|найди)(?!\p{L})|检查|檢查|看看|看一下|解释|解釋|告诉我|告訴我|分析|查找|说明|說明|確認|説明|調べ|확인|설명)|(?:erklären|prüfen|anschauen|ansehen|zeigen)$|(?:を|について)?(?:説明|確認|調査|教え|調べ)(?:して|て)?$|(?:설명|확인|알려)(?:해)?$/iu,
  /** Sentences that say nothing without what they follow. */
  bare: /^(?:(?:mach|tu|committe|commite|committiere|pushe|merge|teste|haz|hazlo|haz un commit|sube|fais|fais-le|valide|pousse|faça|fai|сделай|закоммить|запушь)(?!\p{L}).{0,24}|(?:fazer?|faça|haz|hacer|fais|faire|fai|fare) (?:todas |todos |toutes |tutte )?(?:as |os |los |las |les |le |essas |esos |ces |queste )?(?:altera\p{L}{3,5}|mudanças|cambios|modific\p{L}{4,8}|changements)(?!\p{L}).{0,24}|(?:提交|推送|合并|合併|继续|繼續|执行|開始|开始).{0,6}|(?:コミット|プッシュ|マージ|커밋|푸시).{0,8})$/iu,
  /** It means something that was said before. */
  refersBack:
    /(?:^|\s)das(?= \p{Ll}|$)|(?:^|\s)(?:esto|eso|aquello|lo mismo|ça|cela|ceci|isso|isto|questo|это|этот|этого)(?!\p{L})|^.{0,4}(?:这个|那个|這個|那個|它们?|它們|上述|上面的|这些|那些)(?!分支|仓库|项目|文件|函数|模块|專案|檔案)|^(?:これ|それ|あれ|上記|この(?:問題|件)|이거|그거|이것|그것|위의)/u,
  /** Tests are written for something, and that says what the work is about. */
  aboutTests:
    /^(?:(?:füge?|schreibe?|ergänze?|agrega|agregar|añade|añadir|escribe|escribir|crea|ajoute|ajouter|écris|écrire|adicione|adicionar|escreva|aggiungi|scrivi|добавь|напиши)(?!\p{L}).{0,24}(?:tests?|pruebas?|testes|тест\p{L}{0,3})(?!\p{L})|(?:添加|写|寫|加|补充|增加|编写).{0,6}测试$|テストを(?:追加|書)|테스트(?:를)? ?(?:추가|작성))|^(?:\p{L}+ )?Tests (?:hinzufügen|schreiben|ergänzen)$/iu,
  /** A statement: the verb comes last, or an article or a pronoun comes first and no infinitive last. */
  statement:
    /^(?:der|die|das|den|dem|ein|eine|wenn|es|ich|wir|beim|im|el|los|las|una|le|les|une|il|gli|lo|os|um|uma|este|esta|esse|essa|cette|quand|cuando|quando)(?!\p{L})(?!.*\p{Ll}(?:en|ern|eln)[.!]?$)|(?:です|でした|ます|ました|ません|ない|います|いる|ある|ています|습니다|입니다|어요|아요|네요|에요|예요|않는다)[。.!！]*$/u,
  /** A sentence that says what must or must not be. */
  demands: [
    /(?<![\p{L}-])(?:nie|niemals|immer(?! noch)|muss|müssen|musst|darf|darfst|dürfen|nicht|kein|keine|keinen|nur|ohne|statt|stattdessen|unbedingt|verboten|vermeide|stell sicher|achte darauf)(?![\p{L}-])/iu,
    /(?<![\p{L}-])(?:jamais|toujours|doit|doivent|il faut|ne \p{L}{1,30} pas|seulement|uniquement|sans|évite|évitez|au lieu de|interdit|obligatoire)(?![\p{L}-])/iu,
    /(?<![\p{L}-])(?:nunca|siempre|debe|debes|deben|hay que|tienes? que|sólo|solo|solamente|sin|evita|en lugar de|en vez de|prohibido|obligatorio|asegúrate)(?![\p{L}-])/iu,
    /(?<![\p{L}-])(?:sempre|deve|devem|devi|devono|precisa|tem que|apenas|somente|evite|em vez de|proibido|bisogna|soltanto|senza|invece di|vietato)(?![\p{L}-])/iu,
    /^(?:no|não|non) \p{L}/iu,
    /(?<!\p{L})(?:никогда|всегда|должн[аоы]?|должен|нельзя|не надо|только|без|вместо|запрещено|обязательно|избегай)(?!\p{L})|^не \p{L}/iu,
    /必须|必須|不要|不得|不能|不许|不可|绝不|絕不|永远不|禁止|务必|只能|只用|一定要|避免|^别/u,
    /必ず|絶対|てはいけない|てはいけません|ないで|のみ|だけ|避けて/u,
    /반드시|절대|항상|하지 ?마|금지|만 사용|해야/u,
  ],
  /** Enough to say something in a script that writes no spaces. */
  longEnough: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}].{5}/u,
}

/** Without what a request begins or ends with out of courtesy. */
export function withoutCourtesyElsewhere(text: string): string {
  // 直してください is asked of the verb 直す, 追加してください of the noun 追加.
  const plain = text.replace(
    /(?<!\p{Script=Han})(\p{Script=Han})して(?:ください|下さい|くれ|ほしい|欲しい)[。.!！]*$/u,
    '$1す',
  )
  return courtesies.reduce((left, courtesy) => left.replace(courtesy, ''), plain)
}

const courtesies = [
  /^(?:hallo|und|dann|jetzt|nun|gut|super|danke|ja|nein|genau|bitte|hola|vale|bien|ahora|gracias|por favor|bonjour|alors|merci|maintenant|s['’]il te plaît|s['’]il vous plaît|oi|olá|agora|obrigado|por gentileza|ciao|adesso|grazie|per favore|привет|теперь|хорошо|спасибо|пожалуйста)(?!\p{L})[\s,:;.!–—-]*/iu,
  /^(?:kannst|könntest|würdest|magst) du(?: bitte| mal| auch| noch| jetzt| dann)*(?!\p{L})[\s,]*/iu,
  /^(?:können|könnten|würden) (?:sie|wir)(?: bitte| mal| auch| noch| jetzt)*(?!\p{L})[\s,]*/iu,
  /^(?:lass(?:t)? uns)(?: bitte| mal| auch| noch| jetzt)*(?!\p{L})[\s,]*/iu,
  /^(?:ich (?:möchte|will|hätte gern(?:e)?)|wir (?:sollten|müssen|brauchen))(?: auch| noch| jetzt)*,? (?:dass (?:du|wir) )?/iu,
  /^(?:¿?(?:puedes|podrías|puede|podría|podemos|podríamos)|quiero que|necesito que|vamos a|me gustaría que|hay que|tenemos que|deberíamos)(?: por favor| también| ahora)*(?!\p{L})[\s,]*/iu,
  /^(?:peux-tu|pourrais-tu|pouvez-vous|pourriez-vous|tu peux|peut-on|pourrait-on|je veux que tu|je voudrais|j['’]aimerais|il faudrait|il faut)(?: aussi| maintenant)*(?!\p{L})[\s,]*/iu,
  /^(?:você pode|você poderia|pode|poderia|podes|quero que você|gostaria que você|puoi|potresti|può|potremmo|vorrei che tu|dobbiamo)(?: por favor| também| agora| anche| per favore)*(?!\p{L})[\s,]*/iu,
  /^(?:можешь|можете|не мог бы ты|мог бы ты|давай(?:те)?|нам нужно|нужно|надо|я хочу, чтобы ты)(?: пожалуйста| ещё| также| теперь)*(?!\p{L})[\s,]*/iu,
  /^(?:请你?|請(?![求負願])你?|麻烦你?|麻煩你?|你?(?:能不能|能否|可不可以|可以|能)(?=帮|幫|把|在|给|給|将|將|请|請|添|修|改|加|删|实|實)|帮我|幫我|帮忙|幫忙|我想要?|我希望你?|我们(?:应该|需要|可以)|我們(?:應該|需要|可以)|让我们|讓我們|咱们|现在|現在|然后|然後|好的?[，,])\s*/u,
  /(?<=\S)(?:可以吗|可以嗎|好吗|好嗎|行吗|行嗎|吗|嗎|吧)[？?。]*$/u,
  /(?<=\S)(?:して(?:ください|下さい|くれ|ほしい(?:です)?|欲しい(?:です)?|もらえ(?:ます|ません)か|いただけ(?:ます|ません)か|頂けますか|くれ(?:ます|ません)か)|をお願いします|をお願い|お願いします)[。.!！?？]*$/u,
  /(?<=[てで])(?:ください|下さい|くれ|ほしい(?:です)?|欲しい(?:です)?|もらえ(?:ます|ません)か|いただけ(?:ます|ません)か|頂けますか|くれ(?:ます|ません)か)[。.!！?？]*$/u,
  /(?<=\S)(?:해\s?주세요|해\s?줘(?:요)?|해\s?줄\s?수\s?있(?:어|나요)(?:요)?|해\s?주실\s?수\s?있나요|부탁(?:해|드립니다|드려요))[.!?？]*$/u,
]
