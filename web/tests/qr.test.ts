import { expect, test } from "vitest";
import { qr } from "../src/lib/qr";

const word = "Zz0123456789abcdefghijklmnopqrstuvwxyzABCDE-_0";

// As another encoder (python-qrcode 8) draws them with the same mask: each row as a number in base 16.
const KNOWN: [string, string[]][] = [
  [
    "Bestiary",
    [
      "1fce7f",
      "104b41",
      "175f5d",
      "17585d",
      "17535d",
      "105141",
      "1fd57f",
      "1b00",
      "17cd7c",
      "1c355d",
      "8da8e",
      "1ea83d",
      "145a28",
      "17d4",
      "1fcd4a",
      "1057cc",
      "175529",
      "175d3c",
      "175684",
      "10440c",
      "1fd2b2",
    ],
  ],
  [
    `https://bestiary.example/t/aB3dE5fG7h#1:${word}${word}`,
    [
      "1fcfe3b06317f",
      "1043887ac2f41",
      "1751d5b37e35d",
      "1751eed841a5d",
      "175da0fcc885d",
      "105dba441dc41",
      "1fd555555557f",
      "11384718800",
      "17cb5b7c6fa7c",
      "1a27faf8f30de",
      "5e49bd12dfa1",
      "190bd70f3a303",
      "14da74f4e7125",
      "f06bf79e8a7a",
      "1ac67dc53590f",
      "917c76a84171",
      "1177bdb5359c4",
      "14b3e63b9ba42",
      "87419157728b",
      "c93bb1fb60f3",
      "e785bf44df45",
      "1a866e9ef38fe",
      "17fa497c2dfff",
      "71d9e4718911",
      "d56f9d4e7750",
      "1f1cea46d331e",
      "19fe0f7d2cdfd",
      "1ca01a7352542",
      "ccb6612eb7f9",
      "403b8e6ebaa8",
      "6cea24005de7",
      "b872cac693a1",
      "16583d8ecb787",
      "91862fc69ba2",
      "4e30e9acb15b",
      "c98d7cff2801",
      "18d1a368c1375",
      "dbc76bd5180e",
      "8d18eda2565f",
      "e2a929712992",
      "1c5e377c29ff7",
      "1110c5e1118",
      "1fc823d72cd51",
      "10562ac550511",
      "1757947c235f8",
      "175ebb41cb1f1",
      "175e957914ce8",
      "10470fa285241",
      "1fda19193ff07",
    ],
  ],
];

test.each(KNOWN)("the code of %s is the known one", (text, rows) => {
  const made = qr(text);
  expect(made?.map((row) => BigInt(`0b${row.map(Number).join("")}`).toString(16))).toEqual(rows);
});

test("a text that is too long has no code", () => {
  expect(qr("x".repeat(213))).toHaveLength(57);
  expect(qr("x".repeat(214))).toBeNull();
});
