// Fictional customers in real streets.
import type { LeadRow } from './lead-rows.ts';

export interface DemoCustomer {
  customerName: string;
  email: string;
  phone: string;
  companyName: string;
  street: string;
  streetNumber: string;
  postalCode: string;
  city: string;
}

const firstNames =
  `Sanne Daan Emma Bram Fatima Pieter Lotte Mehmet Ingrid Thijs Noor Ruben Aisha Willem Femke Jasper
  Samira Gerrit Eline Koen Priya Hendrik Maud Stijn Yara Maarten Lieke Omar Tessa Niels Roos Anton`.split(
    /\s+/,
  );
const lastNames =
  `de Vries,Jansen,van den Berg,Bakker,Visser,Smit,Meijer,de Boer,Mulder,de Groot,Bos,Vos,Peters,Hendriks,
  van Leeuwen,Dekker,Brouwer,de Wit,Dijkstra,Smits,de Graaf,van der Meer,Kaya,El Amrani,Kok,Jacobs,Vermeulen,
  van Vliet,Schouten,Willems,Hoekstra`.split(/,\s*/);
const streets = [
  ['Utrecht', '3511', 'Oudegracht'],
  ['Utrecht', '3581', 'Maliesingel'],
  ['Zeist', '3701', 'Slotlaan'],
  ['Utrecht', '3532', 'Kanaalstraat'],
  ['Nieuwegein', '3431', 'Herenstraat'],
  ['Utrecht', '3583', 'Burgemeester Reigerstraat'],
  ['Houten', '3991', 'Het Rond'],
  ['De Bilt', '3732', 'Dorpsstraat'],
  ['Utrecht', '3513', 'Amsterdamsestraatweg'],
  ['Maarssen', '3601', 'Langegracht'],
  ['Amersfoort', '3811', 'Langestraat'],
  ['Utrecht', '3572', 'Biltstraat'],
  ['Bunnik', '3981', 'Dorpsstraat'],
  ['IJsselstein', '3401', 'Utrechtsestraat'],
  ['Utrecht', '3533', 'Vleutenseweg'],
  ['Bilthoven', '3721', 'Soestdijkseweg'],
  ['Woerden', '3441', 'Rijnstraat'],
  ['Utrecht', '3525', 'Rijnlaan'],
  ['Driebergen', '3971', 'Traaij'],
] as const;

/** A different person for each number. */
export function customerOf(number: number, { company }: LeadRow): DemoCustomer {
  const first = firstNames[number % firstNames.length]!;
  const last = lastNames[number % lastNames.length]!;
  const [city, district, street] = streets[number % streets.length]!;
  const mailbox = `${first}.${last}`.toLowerCase().replaceAll(' ', '');
  return {
    customerName: company || `${first} ${last}`,
    email: `${mailbox}@example.com`,
    phone: `06 12345${String(100 + number)}`,
    companyName: company,
    street,
    streetNumber: String(3 + ((number * 17) % 140)),
    postalCode: `${district} ${letter(number)}${letter(number * 5 + 3)}`,
    city,
  };
}

function letter(number: number): string {
  return 'ABCDEGHJKLNPRTVXZ'[number % 17]!;
}
