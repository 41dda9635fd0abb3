"""Sketches of the map, north up: where each province and each border space is drawn.

A province is named by the two letters of the data file, a border space by those of its provinces. A name stands at the
left end of its label's first line. They were laid out from the coordinates of the board and then moved apart by hand.
"""

from __future__ import annotations

SMALL = """\
       GA         GA-GC  GC         GC-DM   DM
                                                        MD-DM
     HC-GA    SD-GA          IT-GC        IT-DM         MD
HC          SD          SD-IT  IT            IT-MD
                                                      AC-MD        AS
 HU-HC               SD-SC       SC-IT   IT-AC  AC
HU           MT-SD            SC                            CR-AS
                       NU-SC                       AC-CR               AS-SY
     HU-MT  MT-NU  NU                             CR            AG-AS
      MT                      SC-AF   AF-AC                          SY
                    NU-AF                     CY-CR       CR-AG
                        AF          AF-CY  CY                AG          AG-SY
                                                      CY-AG
"""

MIDDLE = """\
                  GA-GC           GC-DM    DM
          GA              GC

                                IT-GC    IT-DM    MD-DM

       HC-GA             SD-IT   IT              IT-MD
HC                  SD-GA                             MD
                   SD
    HU-HC                            SC-IT              AC-MD
HU                           SD-SC              IT-AC                   AS
                    MT-SD         SC              AC
          HU-MT
             MT                       SC-AF             AC-CR     CR-AS          AS-SY
                                  NU-SC                  CR                AG-AS
                      MT-NU                     AF-AC
                                                                 CR-AG             SY
                           NU                              CY-CR

                                  NU-AF      AF-CY    CY                       AG-SY
                                      AF                                AG
                                                               CY-AG
"""

LARGE = """\
                               GC                         DM
                                                 GC-DM

                           GA-GC
              GA                                                   MD-DM

                                            IT-GC
 HC                                                  IT-DM
                                             IT                         MD
                         SD-GA                                 IT-MD
         HC-GA
                                      SD-IT
                         SD                                              AC-MD
     HU-HC                                       SC-IT        IT-AC                           AS
HU                                                                AC
                           MT-SD       SD-SC
                                             SC
             HU-MT                                                         AC-CR       CR-AS
                MT                                                          CR
                                              NU-SC                                                         AS-SY
                                                    SC-AF        AF-AC                            AG-AS
                               MT-NU                                           CY-CR
                                    NU                                                CR-AG                   SY


                                               NU-AF
                                                                 AF-CY               CY-AG               AG-SY
                                                    AF                 CY                    AG
"""
