/** The commonest words of languages in Latin script: they make up a fifth of any running text. */
const WORDS: Readonly<Record<string, string>> = {
  en: 'the of and to in a is that for it as was with be by on not he his are this at from or have an they which one were all their has there been',
  de: 'der die das und in den von zu mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über so zum war',
  fr: 'de la le et les des en un du une que est pour qui dans par plus au sur ne se ce pas il sont avec a été cette aux ou son à ses mais comme nous elle',
  es: 'de la que el en y a los se del las un por con una su para es al lo como más o pero sus le ha este sí porque esta son entre cuando muy sin sobre fue',
  pt: 'de a o que e do da em um para com não uma os no se na por mais as dos como mas ao ele das à seu sua ou são pelo pela é também foi',
  it: 'di e il la che in a per un è del non le una si da con i dei della sono al nel come più alla gli lo anche ma delle dalla ha questo era',
  nl: 'de van het een en in is dat op te zijn met voor die niet aan er om ook als dan bij door naar uit werd wordt over maar nog heeft hij deze',
  sv: 'och i att det som en på är av för med den till inte ett om har de var men jag han från vid kan så sig vi eller efter',
  da: 'og i at det er en til af på den for med som ikke de et har var der om han fra ved kan men sig eller blev efter også være',
  nb: 'og i det er på en til som av for at med den ikke de et har var om han fra ved kan men seg eller ble etter også være jeg',
  fi: 'ja on ei että se oli hän mutta joka ovat kun niin myös tai kuin sen mukaan ollut jos vain olla sekä jotka hänen vuonna',
  is: 'og að í á er sem það til við en um var ekki með fyrir af hann hún eru þess frá því þeir hefur eða',
  pl: 'i w na z się do nie że to jest o jak od po za przez dla co był oraz są które który tym jego ale może być tej',
  cs: 'a v se na je že s z do i o to jako za by ve pro ale jeho po jsou které byl od který nebo až také při být',
  sk: 'a v sa na je že s z do aj o to ako za by vo pre ale jeho po sú ktoré bol od ktorý alebo až tiež pri byť',
  sl: 'in je v na se za da so z ki pa s tudi po ne bi kot od ali iz še do pri lahko bil biti',
  hr: 'i je u na se za da su s o od koji a kao iz što ne bi koja do po ili sa može biti koje nije bio',
  hu: 'a az és hogy nem is egy volt de meg ez el ki csak már van mint vagy azt még volna ha amely szerint után',
  ro: 'de și în a la cu pe din nu o un este care să se ca mai că pentru sunt fost prin sau dar al ale lui această',
  ca: 'de la i a que el en els les per un del una amb al es és no va com dels més ha seva aquest són però pel',
  gl: 'de a o que e do da en un para con non unha os no se na por máis as dos como pero ao das á seu súa ou son polo pola é tamén foi',
  eu: 'eta da ez bat zen du dira ere dute izan bere zuen baina egin baino hau izango dago edo beste zuten horrek',
  et: 'ja on ei et see oli ta kui ka mis ning või oma nii aga kes selle olid aastal tema pärast välja nad',
  lv: 'un ir ar no par kas uz ka arī tika bija pēc bet viņa kā vai gada tā var lai savu ne pie',
  lt: 'ir yra kad su iš į buvo tai kaip apie bei už nuo po taip pat metais dėl prie ne jo savo kurie',
  tr: 've bir bu da de için ile olarak çok olan daha gibi en ne kadar sonra olduğu ancak her tarafından vardı var değil',
  vi: 'và của là có được trong cho các không một với người này những đã để từ khi đến về như năm ở',
  ms: 'yang dan di ke dari untuk pada dengan ini itu dalam adalah tidak oleh sebagai telah akan juga atau kepada boleh ialah bahawa',
}

/** Which languages a word is among the commonest of. */
export const LANGUAGES_BY_WORD: ReadonlyMap<string, readonly string[]> = byWord()

function byWord(): Map<string, string[]> {
  const languages = new Map<string, string[]>()
  for (const [language, words] of Object.entries(WORDS)) {
    for (const word of words.split(' ')) {
      languages.set(word, [...(languages.get(word) ?? []), language])
    }
  }
  return languages
}
