/** An article with a marked sentence, and what becomes of the sentence when its page is edited. */
export interface Article {
  lang: string
  before: readonly string[]
  /** The paragraph of the sentence: what is before it, the sentence, and what is after it. */
  lead: string
  marked: string
  trail: string
  after: readonly string[]
  /** The same words with other punctuation. */
  punctuated: string
  /** With a negation added or dropped. */
  negated: string
  numberChanged: string
  wordExchanged: string
  wordDropped: string
  /** The same content in other words. */
  rewritten: string
  translated: string
  /** A few words of the sentence that another paragraph has too. */
  phrase: string
}

export const westernArticles: readonly Article[] = [
  {
    lang: 'en',
    before: [
      'Turf houses kept their builders warm for a thousand winters, and a handful of them are still lived in.',
      'The walls are two skins of sod with a core of earth. Grass grows on them in summer and holds the rain.',
    ],
    lead: 'Not every wall was built to last, though.',
    marked:
      'A wall of good sod stands for about 70 years, and the family that cuts it will not live to repair it.',
    trail: 'Stone footings double that span where the ground is dry.',
    after: [
      'In the north the frost lifts the footings every spring. There a wall of good sod is a matter of luck.',
      'The last builders learned the craft from their grandmothers and teach it every July.',
    ],
    punctuated:
      'A wall of good sod stands for about 70 years – and the family that cuts it will not live to repair it!',
    negated:
      'A wall of good sod stands for about 70 years, and the family that cuts it will live to repair it.',
    numberChanged:
      'A wall of good sod stands for about 40 years, and the family that cuts it will not live to repair it.',
    wordExchanged:
      'A wall of good sod stands for about 70 years, and the family that owns it will not live to repair it.',
    wordDropped:
      'A wall of sod stands for about 70 years, and the family that cuts it will not live to repair it.',
    rewritten: 'Seven decades pass before such masonry of grass needs mending, longer than most marriages.',
    translated: 'Eine Mauer aus guten Soden steht etwa siebzig Jahre.',
    phrase: 'wall of good sod',
  },
  {
    lang: 'en',
    before: [
      'The city council met on Tuesday evening to discuss the tram line along the harbour.',
      'Residents had waited four hours for the debate, and many of them had brought their children.',
    ],
    lead: 'The mayor opened with a promise.',
    marked: 'We will never raise the fare above 2.50 euros for people who live on the islands.',
    trail: 'The audience answered with laughter.',
    after: [
      'For people who live on the islands the ferry is the only other way to town.',
      'The opposition called the plan expensive, late and badly drawn. A vote follows in March.',
    ],
    punctuated: '“We will never raise the fare above 2.50 euros, for people who live on the islands”.',
    negated: 'We will raise the fare above 2.50 euros for people who live on the islands.',
    numberChanged: 'We will never raise the fare above 2.80 euros for people who live on the islands.',
    wordExchanged: 'We will never raise the fare above 2.50 euros for people who work on the islands.',
    wordDropped: 'We will never raise the fare above 2.50 euros for people who live on islands.',
    rewritten: 'Island residents were promised that ticket prices would stay where they are for good.',
    translated: 'Nous ne relèverons jamais le tarif pour les habitants des îles.',
    phrase: 'people who live on the islands',
  },
  {
    lang: 'en',
    before: [
      'A trial in eleven hospitals compared two ways of treating ear infections in small children.',
      'Half of the families received a prescription at once. The other half were asked to wait for two days.',
    ],
    lead: 'The results surprised the doctors who had planned it.',
    marked:
      'The treatment is recommended for children older than 24 months whose fever lasts more than three days.',
    trail: 'For all others waiting was as good as any medicine.',
    after: [
      'Side effects were rare. A rash, which lasts more than three days in some patients, was the most common one.',
      'The authors warn against reading too much into a single trial, and a larger one has begun.',
    ],
    punctuated:
      'The treatment is recommended for children (older than 24 months) whose fever lasts more than three days;',
    negated:
      'The treatment is not recommended for children older than 24 months whose fever lasts more than three days.',
    numberChanged:
      'The treatment is recommended for children older than 12 months whose fever lasts more than three days.',
    wordExchanged:
      'The treatment is recommended for children younger than 24 months whose fever lasts more than three days.',
    wordDropped:
      'The treatment is recommended for children older than 24 months whose fever lasts three days.',
    rewritten:
      'Doctors should prescribe it to toddlers past their second birthday if a high temperature persists.',
    translated: 'El tratamiento se recomienda para niños mayores de dos años.',
    phrase: 'lasts more than three days',
  },
  {
    lang: 'de',
    before: [
      'Der Stausee oberhalb des Dorfes ist in diesem Sommer fast leer.',
      'Wo sonst Segelboote liegen, wächst Gras zwischen den Steinen, und Wanderer suchen nach alten Grundmauern.',
    ],
    lead: 'Die Behörde nennt dafür mehrere Gründe.',
    marked:
      'Nach Angaben des Ministeriums wurden im Juli keine 30 Liter je Quadratmeter gemessen, so wenig wie nie zuvor.',
    trail: 'Die Bauern hatten davor gewarnt.',
    after: [
      'Im Tal daneben fiel genug Regen. Nach Angaben des Ministeriums liegt das an den Bergen im Westen.',
      'Bis zum Herbst soll eine Leitung fertig werden, die beide Täler verbindet.',
    ],
    punctuated:
      'Nach Angaben des Ministeriums wurden im Juli keine 30 Liter je Quadratmeter gemessen – so wenig wie nie zuvor.',
    negated:
      'Nach Angaben des Ministeriums wurden im Juli 30 Liter je Quadratmeter gemessen, so wenig wie nie zuvor.',
    numberChanged:
      'Nach Angaben des Ministeriums wurden im Juli keine 80 Liter je Quadratmeter gemessen, so wenig wie nie zuvor.',
    wordExchanged:
      'Nach Angaben des Ministeriums würden im Juli keine 30 Liter je Quadratmeter gemessen, so wenig wie nie zuvor.',
    wordDropped:
      'Nach Angaben des Ministeriums wurden im Juli keine 30 Liter je Quadratmeter gemessen, wenig wie nie zuvor.',
    rewritten: 'Seit Beginn der Messungen war kein Sommermonat so trocken, teilte das Land am Freitag mit.',
    translated: 'According to the ministry, July was the driest month on record.',
    phrase: 'Nach Angaben des Ministeriums',
  },
  {
    lang: 'fr',
    before: [
      'La librairie de la rue des Écoles ferme ses portes après un demi-siècle.',
      'Ses fondateurs y avaient reçu des poètes, des étudiants sans argent et quelques voleurs de livres.',
    ],
    lead: 'Le propriétaire actuel explique sa décision.',
    marked:
      'L’immeuble n’est pas vendu, mais le loyer a augmenté de 40 % en trois ans, ce que nous ne pouvons plus payer.',
    trail: 'Les clients ont signé une pétition.',
    after: [
      'D’autres commerces sont dans la même situation : le loyer a augmenté de moitié dans la rue voisine.',
      'La mairie étudie un rachat. Une réunion publique aura lieu avant Noël.',
    ],
    punctuated:
      'L’immeuble n’est pas vendu ; mais le loyer a augmenté de 40 % en trois ans : ce que nous ne pouvons plus payer.',
    negated:
      'L’immeuble est vendu, mais le loyer a augmenté de 40 % en trois ans, ce que nous ne pouvons plus payer.',
    numberChanged:
      'L’immeuble n’est pas vendu, mais le loyer a augmenté de 4 % en trois ans, ce que nous ne pouvons plus payer.',
    wordExchanged:
      'L’immeuble n’est pas vendu, mais le loyer a diminué de 40 % en trois ans, ce que nous ne pouvons plus payer.',
    wordDropped:
      'L’immeuble n’est pas vendu, mais le loyer a augmenté de 40 % en trois ans, ce que nous ne pouvons payer.',
    rewritten: 'Faute de moyens, il renonce à renouveler un bail devenu trop cher pour un petit commerce.',
    translated: 'The building is not sold, but the rent has risen too far for us.',
    phrase: 'le loyer a augmenté de',
  },
  {
    lang: 'es',
    before: [
      'El faro del cabo se encendió por primera vez en una noche de niebla.',
      'Sus torreros vivían en la roca con sus familias, una vaca y un huerto que el viento arrasaba cada invierno.',
    ],
    lead: 'El archivo conserva el diario del primero de ellos.',
    marked:
      'Contamos sesenta barcos antes del amanecer y ninguno encalló, aunque la luz se apagó dos veces en la tormenta.',
    trail: 'La página siguiente está arrancada.',
    after: [
      'Hoy la luz se apagó dos veces en la tormenta de marzo, y nadie lo notó salvo un ordenador.',
      'El edificio será un museo. Las visitas empezarán en verano.',
    ],
    punctuated:
      'Contamos sesenta barcos antes del amanecer; y ninguno encalló (aunque la luz se apagó dos veces en la tormenta).',
    negated:
      'Contamos sesenta barcos antes del amanecer y alguno encalló, aunque la luz se apagó dos veces en la tormenta.',
    numberChanged:
      'Contamos setenta barcos antes del amanecer y ninguno encalló, aunque la luz se apagó dos veces en la tormenta.',
    wordExchanged:
      'Contamos sesenta barcos después del amanecer y ninguno encalló, aunque la luz se apagó dos veces en la tormenta.',
    wordDropped:
      'Contamos sesenta barcos antes del amanecer y ninguno encalló, aunque la luz se apagó dos veces en tormenta.',
    rewritten: 'Pese al temporal, todas las naves pasaron sin daño frente al cabo durante aquella madrugada.',
    translated: 'We counted sixty ships before dawn, and none ran aground.',
    phrase: 'la luz se apagó dos veces',
  },
]
