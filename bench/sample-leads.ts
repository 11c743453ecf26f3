// Leads as a busy form sends them: new customers with an address and a short text. Words are drawn
// with a bias, as in real text, and deterministically.

const titles = ['Lekkende kraan', 'Verstopte afvoer', 'Nieuwe groepenkast', 'Dakgoot vervangen'];
const streets = ['Oudegracht', 'Kerkstraat', 'Dorpsstraat', 'Molenweg', 'Stationsplein'];
const cities = ['Utrecht', 'Amsterdam', 'Groningen', 'Breda', 'Zwolle', 'Eindhoven'];
const syllables = ['ka', 'lo', 'mi', 'ter', 'vel', 'dro', 'ning', 'bas', 'er', 'wol', 'fen', 'ri'];

interface SampleLead {
  customerName: string;
  title: string;
  email: string;
  phone: string;
  street: string;
  streetNumber: string;
  postalCode: string;
  city: string;
  description: string;
}

export function sampleLead(number: number): SampleLead {
  const draw = generator(number);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * draw() * list.length)]!;
  const word = () => pick(syllables) + pick(syllables) + pick(syllables);
  const story = Array.from({ length: 8 }, word).join(' ');
  return {
    customerName: `${capital(word())} ${capital(word())}`,
    title: `${pick(titles)} ${word()}`,
    email: `klant${number}@voorbeeld${number % 97}.nl`,
    phone: `+316${String(10_000_000 + number).padStart(8, '0')}`,
    street: pick(streets),
    streetNumber: String(1 + (number % 200)),
    postalCode: `${1000 + (number % 8999)} AB`,
    city: pick(cities),
    description: `Sinds gisteren is er iets mis: ${story}. Graag snel langskomen.`,
  };
}

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}

// A small linear congruential generator: the same lead for the same number, on every machine.
function generator(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
