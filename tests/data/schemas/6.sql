BEGIN TRANSACTION;
CREATE TABLE chunk_entities (
    chunk TEXT NOT NULL,
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    mentions INTEGER NOT NULL,
    weight REAL NOT NULL,
    PRIMARY KEY (chunk, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "chunk_entities" VALUES('382ba7f2e6a9d894-00000-5977eb72','382ba7f2e6a9d8940f5c9080b8a53b88',1,1,1.0);
INSERT INTO "chunk_entities" VALUES('382ba7f2e6a9d894-00000-5977eb72','382ba7f2e6a9d8940f5c9080b8a53b88',2,1,1.0);
INSERT INTO "chunk_entities" VALUES('382ba7f2e6a9d894-00001-f1fe63ab','382ba7f2e6a9d8940f5c9080b8a53b88',1,1,1.0);
INSERT INTO "chunk_entities" VALUES('382ba7f2e6a9d894-00001-f1fe63ab','382ba7f2e6a9d8940f5c9080b8a53b88',3,1,1.0);
INSERT INTO "chunk_entities" VALUES('382ba7f2e6a9d894-00002-1957cfcc','382ba7f2e6a9d8940f5c9080b8a53b88',2,1,1.0);
INSERT INTO "chunk_entities" VALUES('598b4901acfb295b-00000-f4d1f04b','598b4901acfb295bc876a8a7f01ea44f',1,1,1.0);
INSERT INTO "chunk_entities" VALUES('598b4901acfb295b-00000-f4d1f04b','598b4901acfb295bc876a8a7f01ea44f',2,1,1.0);
CREATE TABLE chunks (
    id TEXT PRIMARY KEY,
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    context TEXT NOT NULL,
    section TEXT NOT NULL,
    section_key TEXT NOT NULL,
    spans TEXT NOT NULL,
    page INTEGER NOT NULL,
    first_page INTEGER NOT NULL,
    last_page INTEGER NOT NULL,
    boxes TEXT NOT NULL,
    table_index INTEGER,
    table_row INTEGER,
    text_key TEXT NOT NULL
) STRICT;
INSERT INTO "chunks" VALUES('382ba7f2e6a9d894-00000-5977eb72','382ba7f2e6a9d8940f5c9080b8a53b88',0,'text','The lamp of Amber is green.','Lamps','Lamps','lamps','[[1,8,35]]',1,1,1,'[]',NULL,NULL,'b2be01dd710ac2a9be2ae3d4c67b2665ee75a3969bd169299f4745a3ff7d8e08');
INSERT INTO "chunks" VALUES('382ba7f2e6a9d894-00001-f1fe63ab','382ba7f2e6a9d8940f5c9080b8a53b88',1,'text','The lamp of Quartz is amber.','Lamps','Lamps','lamps','[[1,36,64]]',1,1,1,'[]',NULL,NULL,'d9793b52d6bf340e17bc3cea52a8336a6ea6d72fb54d2e36e71dc9aabee3b085');
INSERT INTO "chunks" VALUES('382ba7f2e6a9d894-00002-1957cfcc','382ba7f2e6a9d8940f5c9080b8a53b88',2,'text','Amber dust is wiped off the lamp.','Lamps','Care','care','[[2,7,40]]',2,2,2,'[]',NULL,NULL,'0d429447bcaa4d7f77fa72ff07e3182cc839d84ece7e4e5a0d36d759cbeb7d24');
INSERT INTO "chunks" VALUES('598b4901acfb295b-00000-f4d1f04b','598b4901acfb295bc876a8a7f01ea44f',0,'text','The tide is high at Noon.','On Tides','','','[[1,0,25]]',1,1,1,'[]',NULL,NULL,'8f8695d9b1ca8d270d73c9c704018b8f243c6ea6f8866070ba246c16e2d5bcc9');
CREATE TABLE collections (
    name TEXT NOT NULL,
    source TEXT NOT NULL,
    PRIMARY KEY (name, source)
) STRICT, WITHOUT ROWID;
INSERT INTO "collections" VALUES('light','/home/ada/papers/lamps.note');
CREATE TABLE corrections (
    source TEXT PRIMARY KEY,
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "corrections" VALUES('/home/ada/papers/tides.note','{"fields":["title"],"values":{"title":"On Tides","authors":[],"year":null,"venue":"","doi":"","arxiv_id":"","abstract":"","language":"","affiliations":[],"emails":[],"author_affiliations":[],"fields":[]}}');
CREATE TABLE documents (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    base TEXT NOT NULL,
    folder TEXT NOT NULL,
    source TEXT NOT NULL,
    metadata TEXT NOT NULL,
    year INTEGER,
    pages INTEGER NOT NULL,
    words INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    tables INTEGER NOT NULL,
    figures INTEGER NOT NULL,
    reference_count INTEGER NOT NULL,
    skipped_pages INTEGER NOT NULL,
    original TEXT NOT NULL,
    reader TEXT NOT NULL,
    chunking TEXT NOT NULL,
    added_at TEXT NOT NULL
, report TEXT NOT NULL DEFAULT '', stated TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;
INSERT INTO "documents" VALUES('382ba7f2e6a9d8940f5c9080b8a53b88','lamps.note','lamps.note','/home/ada/papers','/home/ada/papers/lamps.note','{"title":"Lamps","authors":[],"year":null,"venue":"","doi":"","arxiv_id":"","abstract":"","language":"","affiliations":[],"emails":[],"author_affiliations":[],"fields":[]}',NULL,2,23,3,0,0,0,0,'382ba7f2e6a9d8940f5c9080b8a53b88.note','note-1','paragraphs','2026-11-30T19:26:56+00:00','{"doubts":0,"codes":[],"recognised_pages":0,"empty_pages":0}','');
INSERT INTO "documents" VALUES('598b4901acfb295bc876a8a7f01ea44f','tides.note','tides.note','/home/ada/papers','/home/ada/papers/tides.note','{"title":"On Tides","authors":[],"year":null,"venue":"","doi":"","arxiv_id":"","abstract":"","language":"","affiliations":[],"emails":[],"author_affiliations":[],"fields":[]}',NULL,1,6,1,0,0,0,0,'598b4901acfb295bc876a8a7f01ea44f.note','note-1','paragraphs','2026-11-30T19:26:56+00:00','{"doubts":0,"codes":[],"recognised_pages":0,"empty_pages":0}','{"title":"","authors":[],"year":null,"venue":"","doi":"","arxiv_id":"","abstract":"","language":"","affiliations":[],"emails":[],"author_affiliations":[],"fields":[]}');
CREATE TABLE embeddings (
    text_key TEXT NOT NULL,
    embedder TEXT NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (text_key, embedder)
) STRICT;
INSERT INTO "embeddings" VALUES('0d429447bcaa4d7f77fa72ff07e3182cc839d84ece7e4e5a0d36d759cbeb7d24','hash/32',X'5E5E99BD479DFFBD82D7933DA8D29C3E6666D3BDD1D1C23E15C01A3C1F4A633ED37DCC3D5DB20FBE5F0A23BE3EE93B3CFCA66DBDD1D1C23D890949BE1C1C4B3EF6F6C6BBA4A4043EF09A16BE5DB28FBED1D1C23DF94E5A3DAF04D23CA7FC17BDCA0A90BE36E101BE4282D63E8ADFCDBD133E0CBEC9F3833E883344BD618C313E');
INSERT INTO "embeddings" VALUES('b2be01dd710ac2a9be2ae3d4c67b2665ee75a3969bd169299f4745a3ff7d8e08','hash/32',X'8DFF07BDC50DC5BE9EF42ABEAC1F6B3EDDDE4EBC8CE2B73A09273DBED30DB4BCE1C5013E330ABABEC4C5A3BDD04351BE16C2BABDFC8B3FBC3C9333BE2CE6B13EDCC17E3D09273D3EC88F06BEDD96ADBED984A93DEC26DF3DCFB38E3D405D96BD772332BD3AE6203CE060903E17DF8ABD3452DBBD3188783EF29D54BD4CF8133E');
INSERT INTO "embeddings" VALUES('d9793b52d6bf340e17bc3cea52a8336a6ea6d72fb54d2e36e71dc9aabee3b085','hash/32',X'CB800C3EF03475BE04FCA3BDC9D9BB3CB4F561BE32A3D0BDD78ECDBD4968D13B89F5053D8002C2BCF0174ABEABE572BEC71540BE7B5D9F3DA921F7BD31DEFD3E0B65423EEB8F523E770F7EBDFCCDB2BE80E596BCCE44883DC715403E52956BBDC7F814BEABC8473EA499FF3CDBF919BC344A21BE533D933E30C229BE3286A53D');
INSERT INTO "embeddings" VALUES('8f8695d9b1ca8d270d73c9c704018b8f243c6ea6f8866070ba246c16e2d5bcc9','hash/32',X'57C6C1BDB12085BD31EE243E2EB6223E63A6CABDEC80313C9896F23D78939ABE42D9713E6ECF92BE69164FBD640B0BBDCAFC973E63A64A3EE5ABECBCEE9CB23EDACB63BE897E673E7BCB9C3DFED0BEBD6A7B0FBE3F06303E04A6833D07DE053E2EB622BDC20B52BE755B983D9F6B37BD6CB3113E2EB6A23E53297FBE57C6C13D');
CREATE TABLE entities (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    aliases TEXT NOT NULL,
    mentions INTEGER NOT NULL,
    documents INTEGER NOT NULL,
    document TEXT
) STRICT, WITHOUT ROWID;
INSERT INTO "entities" VALUES('1886f1b9e7ccbbe2','tides.note','work','[]',0,1,'598b4901acfb295bc876a8a7f01ea44f');
INSERT INTO "entities" VALUES('1caf7788b61e89e0','lamps.note','work','[]',0,1,'382ba7f2e6a9d8940f5c9080b8a53b88');
INSERT INTO "entities" VALUES('641aeccfb61f8731','Quartz','concept','[]',1,1,NULL);
INSERT INTO "entities" VALUES('6e815b96792292a5','Amber','concept','[]',2,1,NULL);
INSERT INTO "entities" VALUES('817664dcabc47ecf','Noon','concept','[]',1,1,NULL);
INSERT INTO "entities" VALUES('e67cf8b42cbf2841','The','concept','[]',3,2,NULL);
CREATE TABLE entity_blocks (
    key TEXT NOT NULL,
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    PRIMARY KEY (key, document, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "entity_blocks" VALUES('work:lampnote','382ba7f2e6a9d8940f5c9080b8a53b88',0);
INSERT INTO "entity_blocks" VALUES('name:?the','382ba7f2e6a9d8940f5c9080b8a53b88',1);
INSERT INTO "entity_blocks" VALUES('name:amber','382ba7f2e6a9d8940f5c9080b8a53b88',2);
INSERT INTO "entity_blocks" VALUES('name:quartz','382ba7f2e6a9d8940f5c9080b8a53b88',3);
INSERT INTO "entity_blocks" VALUES('work:tidenote','598b4901acfb295bc876a8a7f01ea44f',0);
INSERT INTO "entity_blocks" VALUES('name:?the','598b4901acfb295bc876a8a7f01ea44f',1);
INSERT INTO "entity_blocks" VALUES('name:noon','598b4901acfb295bc876a8a7f01ea44f',2);
CREATE TABLE entity_decisions (
    ordinal INTEGER PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;
CREATE TABLE entity_names (
    key TEXT NOT NULL,
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    PRIMARY KEY (key, document, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "entity_names" VALUES('amber','382ba7f2e6a9d8940f5c9080b8a53b88',2);
INSERT INTO "entity_names" VALUES('lamps note','382ba7f2e6a9d8940f5c9080b8a53b88',0);
INSERT INTO "entity_names" VALUES('quartz','382ba7f2e6a9d8940f5c9080b8a53b88',3);
INSERT INTO "entity_names" VALUES('the','382ba7f2e6a9d8940f5c9080b8a53b88',1);
INSERT INTO "entity_names" VALUES('noon','598b4901acfb295bc876a8a7f01ea44f',2);
INSERT INTO "entity_names" VALUES('the','598b4901acfb295bc876a8a7f01ea44f',1);
INSERT INTO "entity_names" VALUES('tides note','598b4901acfb295bc876a8a7f01ea44f',0);
CREATE TABLE extractions (
    document TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    rules TEXT NOT NULL,
    model TEXT NOT NULL,
    failure TEXT NOT NULL,
    mentions BLOB NOT NULL
) STRICT;
INSERT INTO "extractions" VALUES('382ba7f2e6a9d8940f5c9080b8a53b88','1','','',X'789CC5D2CD6AC3300C07F077D15919B1F3E124B73EC260B79283EDCA4D1873BA4469B395BEFBBC42BDD3C8A083FA66F417FA21B43D0379EEF9031A81C0B43034F0D21120D0B1DF91B704CD190E7A4FD7C4FB3C30C5C874D01E9AADC00A8568116C37FBD750CD2A69B472924A5DEFAA3A4FD2EF9714B55264940C9D6658680AADED250C5A78D496873174324D1CCA76F0EE365D3CA50827EAF71D5F3F17FC31CB68DEBC191AD7D4B75074CB1465F108F83DCBCE4ACCEA35B4489C705466DAFC1F3A8BE8E7598FFCB9E68EA948CF2B2CF247D0FF7228F2D74391A850C835B74C445D28EBACBDD3DD7E018A921574');
INSERT INTO "extractions" VALUES('598b4901acfb295bc876a8a7f01ea44f','1','','',X'789CBD8E410E82301045EF32EB6ADA5A12E9215CB9232CDA320562D2220C8A21DCDD4A1497EE9CDDE4BF9FFF8A1930504B0FD08201E144A0E1DC2030C05B5B6170087A86CED4B812D731126EC8D09900BA108CB343C9C03563B8A430CB8F56E55C18E7ADCC33BBE3AFDB795509CF954D451B271C52B35CD2CE44BD7114FBD4241C28C52E06FF19177BCEE08E6DDDD0FA2CECAB2C37E5538CE197F39BD9A4256752FD4DBB7C02F2326D93');
CREATE TABLE fields (
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (document, name, value)
) STRICT, WITHOUT ROWID;
INSERT INTO "fields" VALUES('382ba7f2e6a9d8940f5c9080b8a53b88','title','lamps');
INSERT INTO "fields" VALUES('598b4901acfb295bc876a8a7f01ea44f','title','on tides');
CREATE TABLE local_entities (
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    entity TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (document, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "local_entities" VALUES('382ba7f2e6a9d8940f5c9080b8a53b88',0,'{"name":"lamps.note","kind":"work","forms":["lamps.note"],"identifiers":[],"context":[]}','1caf7788b61e89e0');
INSERT INTO "local_entities" VALUES('382ba7f2e6a9d8940f5c9080b8a53b88',1,'{"name":"The","kind":"concept","forms":["The"],"identifiers":[],"context":[]}','e67cf8b42cbf2841');
INSERT INTO "local_entities" VALUES('382ba7f2e6a9d8940f5c9080b8a53b88',2,'{"name":"Amber","kind":"concept","forms":["Amber"],"identifiers":[],"context":[]}','6e815b96792292a5');
INSERT INTO "local_entities" VALUES('382ba7f2e6a9d8940f5c9080b8a53b88',3,'{"name":"Quartz","kind":"concept","forms":["Quartz"],"identifiers":[],"context":[]}','641aeccfb61f8731');
INSERT INTO "local_entities" VALUES('598b4901acfb295bc876a8a7f01ea44f',0,'{"name":"tides.note","kind":"work","forms":["tides.note"],"identifiers":[],"context":[]}','1886f1b9e7ccbbe2');
INSERT INTO "local_entities" VALUES('598b4901acfb295bc876a8a7f01ea44f',1,'{"name":"The","kind":"concept","forms":["The"],"identifiers":[],"context":[]}','e67cf8b42cbf2841');
INSERT INTO "local_entities" VALUES('598b4901acfb295bc876a8a7f01ea44f',2,'{"name":"Noon","kind":"concept","forms":["Noon"],"identifiers":[],"context":[]}','817664dcabc47ecf');
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "meta" VALUES('dimension','32');
INSERT INTO "meta" VALUES('embedder','hash/32');
INSERT INTO "meta" VALUES('generation','13');
INSERT INTO "meta" VALUES('resolution','1');
CREATE TABLE pages (
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    label TEXT NOT NULL,
    width REAL NOT NULL,
    height REAL NOT NULL,
    text TEXT NOT NULL,
    blocks BLOB NOT NULL,
    pieces BLOB NOT NULL, turn INTEGER NOT NULL DEFAULT 0, source TEXT NOT NULL DEFAULT 'text',
    PRIMARY KEY (document, number)
) STRICT;
INSERT INTO "pages" VALUES('382ba7f2e6a9d8940f5c9080b8a53b88',1,'',0.0,0.0,'# Lamps
The lamp of Amber is green.
The lamp of Quartz is amber.
',X'789C8BAE56CACECC4B51B252CA484D4CC9CC4B57D2512A49AD28010AF824E6161403B949F9154A56D1863A067A06C8385647A93835B924333F0F496D7141621E58B1918E796CAD0EDCF082C4A2C4F4A2C4820C84F12119A90A39406D0AF9690A8EB949A9450A99C50AE945A9A9797AE45A6AA1636C4A82AD81A589452555206B1341F6936DADB1998E99496C6D2C0038C1623C',X'789C030000000001',0,'text');
INSERT INTO "pages" VALUES('382ba7f2e6a9d8940f5c9080b8a53b88',2,'',0.0,0.0,'# Care
Amber dust is wiped off the lamp.
',X'789C9D8DC10AC23010447F65D9F352421185DEC4CF28396CCDB609DA24242B16A4FF6EF1603D7B98C30C8F37FD0B6F213AECD00BBB1027245459741B2E5C646B435AB0EB5B328DF98D25AC72D590E28ED6CCF1C3B674B42B7DD5990B4F85B3DFE5E7799002EE5115428567C8E2208D23A817B8F39C9B3F9F4F743076B56FDD563F41',X'789C030000000001',0,'text');
INSERT INTO "pages" VALUES('598b4901acfb295bc876a8a7f01ea44f',1,'',0.0,0.0,'The tide is high at Noon.
',X'789C8BAE56CACECC4B51B2522A482C4A4C2F4A2CC850D2512A49AD28010A8564A42A9464A6A42A64162B6464A66728249628F8E5E7E7E9019524E5572859451BEA18E81920E3581DA5E2D4E492CCFC3CA07EA0B2E282C43C883A1D23D3D8DA5800A75D20DD',X'789C030000000001',0,'text');
CREATE TABLE parts (
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('heading', 'table', 'figure', 'equation', 'reference', 'warning')),
    ordinal INTEGER NOT NULL,
    page INTEGER,
    label TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (document, kind, ordinal)
) STRICT, WITHOUT ROWID;
INSERT INTO "parts" VALUES('382ba7f2e6a9d8940f5c9080b8a53b88','heading',0,1,'Lamps','{"number":"","text":"Lamps","level":1,"page":1,"run_in":false,"span":[1,2,7]}');
INSERT INTO "parts" VALUES('382ba7f2e6a9d8940f5c9080b8a53b88','heading',1,2,'Care','{"number":"","text":"Care","level":1,"page":2,"run_in":false,"span":[2,2,6]}');
CREATE TABLE pending (
    chunk TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
CREATE TABLE pending_documents (
    document TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
CREATE TABLE pending_entities (
    entity TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
CREATE TABLE relations (
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    head INTEGER NOT NULL,
    predicate TEXT NOT NULL,
    tail INTEGER NOT NULL,
    evidence TEXT NOT NULL,
    standing TEXT NOT NULL,
    extractor TEXT NOT NULL,
    confidence REAL NOT NULL,
    metric TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (document, ordinal)
) STRICT, WITHOUT ROWID;
INSERT INTO "relations" VALUES('382ba7f2e6a9d8940f5c9080b8a53b88',0,1,'near',2,'{"page":1,"quote":"Amber","span":[1,20,25],"chunk":"382ba7f2e6a9d894-00000-5977eb72","boxes":[]}','asserted','test',1.0,'','');
INSERT INTO "relations" VALUES('382ba7f2e6a9d8940f5c9080b8a53b88',1,1,'near',3,'{"page":1,"quote":"Quartz","span":[1,48,54],"chunk":"382ba7f2e6a9d894-00001-f1fe63ab","boxes":[]}','asserted','test',1.0,'','');
INSERT INTO "relations" VALUES('598b4901acfb295bc876a8a7f01ea44f',0,1,'near',2,'{"page":1,"quote":"Noon","span":[1,20,24],"chunk":"598b4901acfb295b-00000-f4d1f04b","boxes":[]}','asserted','test',1.0,'','');
CREATE TABLE sources (
    source TEXT PRIMARY KEY,
    folder TEXT NOT NULL,
    base TEXT NOT NULL,
    document TEXT REFERENCES documents (id) DEFERRABLE INITIALLY DEFERRED,
    content TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    code TEXT NOT NULL DEFAULT '',
    message TEXT NOT NULL DEFAULT '',
    hint TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
INSERT INTO "sources" VALUES('/home/ada/papers/lamps.note','/home/ada/papers','lamps.note','382ba7f2e6a9d8940f5c9080b8a53b88','382ba7f2e6a9d8940f5c9080b8a53b88',107,1796066813400759309,'','','');
INSERT INTO "sources" VALUES('/home/ada/papers/tides.note','/home/ada/papers','tides.note','598b4901acfb295bc876a8a7f01ea44f','598b4901acfb295bc876a8a7f01ea44f',26,1796066813404701954,'','','');
CREATE TABLE summaries (
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    rules TEXT NOT NULL,
    node TEXT NOT NULL,
    PRIMARY KEY (document, ordinal)
) STRICT, WITHOUT ROWID;
INSERT INTO "summaries" VALUES('382ba7f2e6a9d8940f5c9080b8a53b88',0,'extractive-1','{"id":"382ba7f2e6a9d8940f5c9080b8a53b88:0","level":"document","documents":["382ba7f2e6a9d8940f5c9080b8a53b88"],"title":"Lamps","number":"","section":"","page":1,"sentences":[{"text":"Amber dust is wiped off the lamp.","sources":[["382ba7f2e6a9d8940f5c9080b8a53b88",[2,7,40],"382ba7f2e6a9d894-00002-1957cfcc","Care"]]}],"children":["382ba7f2e6a9d8940f5c9080b8a53b88:1","382ba7f2e6a9d8940f5c9080b8a53b88:2"],"passages":[]}');
INSERT INTO "summaries" VALUES('382ba7f2e6a9d8940f5c9080b8a53b88',1,'extractive-1','{"id":"382ba7f2e6a9d8940f5c9080b8a53b88:1","level":"section","documents":["382ba7f2e6a9d8940f5c9080b8a53b88"],"title":"Lamps","number":"","section":"Lamps","page":1,"sentences":[{"text":"The lamp of Amber is green.","sources":[["382ba7f2e6a9d8940f5c9080b8a53b88",[1,8,35],"382ba7f2e6a9d894-00000-5977eb72","Lamps"]]}],"children":[],"passages":["382ba7f2e6a9d894-00000-5977eb72","382ba7f2e6a9d894-00001-f1fe63ab"]}');
INSERT INTO "summaries" VALUES('382ba7f2e6a9d8940f5c9080b8a53b88',2,'extractive-1','{"id":"382ba7f2e6a9d8940f5c9080b8a53b88:2","level":"section","documents":["382ba7f2e6a9d8940f5c9080b8a53b88"],"title":"Care","number":"","section":"Care","page":2,"sentences":[{"text":"Amber dust is wiped off the lamp.","sources":[["382ba7f2e6a9d8940f5c9080b8a53b88",[2,7,40],"382ba7f2e6a9d894-00002-1957cfcc","Care"]]}],"children":[],"passages":["382ba7f2e6a9d894-00002-1957cfcc"]}');
CREATE TABLE touched_blocks (
    key TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
CREATE TABLE written_summaries (
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    sentences TEXT NOT NULL,
    PRIMARY KEY (document, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX documents_base ON documents (base);
CREATE INDEX sources_document ON sources (document);
CREATE INDEX sources_folder ON sources (folder);
CREATE INDEX fields_value ON fields (name, value);
CREATE UNIQUE INDEX chunks_document ON chunks (document, ordinal);
CREATE INDEX chunks_text_key ON chunks (text_key);
CREATE INDEX collections_source ON collections (source);
CREATE INDEX local_entities_entity ON local_entities (entity);
CREATE INDEX entity_names_document ON entity_names (document);
CREATE INDEX entity_blocks_member ON entity_blocks (document, number);
CREATE INDEX chunk_entities_member ON chunk_entities (document, number);
CREATE INDEX relations_head ON relations (document, head);
CREATE INDEX relations_tail ON relations (document, tail);
CREATE INDEX entities_rank ON entities (mentions DESC, name);
COMMIT;
PRAGMA user_version = 6;
